import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Checkbox, InputNumber, Select } from 'antd';
import { useRef } from 'react';
import { messageChannelLabel } from '#domain/enumerations/message-channel.ts';
import { supervisionLimits } from '#domain/supervision/limits.ts';
import {
  type ItemLights,
  type LightThreshold,
  newLights,
  newWarning,
  noSupervision,
  type SupervisionSettings,
  unitsOfMoment,
  type WarningLevel,
  warnedLimitLabel,
  warnedPersonLabel,
  warningChannels,
  warningMomentLabel,
  warningUnitLabel,
} from '#domain/supervision/settings.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import type { FieldsProps } from './ItemField.tsx';
import styles from './supervision-part.module.css';

const optionsOf = <Key extends string>(labels: Record<Key, string>) =>
  (Object.entries(labels) as [Key, string][]).map(([value, label]) => ({ value, label }));
const limitOptions = optionsOf(warnedLimitLabel);
const momentOptions = optionsOf(warningMomentLabel);
const personOptions = optionsOf(warnedPersonLabel);
const channelOptions = warningChannels.map((value) => ({ value, label: messageChannelLabel[value] }));
const thresholdUnits = [
  { value: 'day' as const, label: '个工作日以内' },
  { value: 'percent' as const, label: '% 已用去' },
];

type Problems = FieldsProps['problems'];

/** Edits the warnings of the item's limits and their lights. */
export function SupervisionPart({ settings, problems, onChange }: FieldsProps) {
  const supervision = settings.supervision ?? noSupervision;
  const set = (change: Partial<SupervisionSettings>) => {
    const changed = { ...supervision, ...change };
    const isNone = changed.lights === null && changed.warnings.length === 0;
    onChange({ supervision: isNone ? null : changed });
  };
  return (
    <Card id="item-part-supervision" title="时限提醒">
      <Warnings
        warnings={supervision.warnings}
        problems={problems}
        onChange={(warnings) => set({ warnings })}
      />
      <h3 className={styles.part}>时限灯</h3>
      <Lights lights={supervision.lights} problems={problems} onChange={(lights) => set({ lights })} />
    </Card>
  );
}

function Faults({ problems, field }: { problems: Problems; field: string }) {
  return problems
    .filter((problem) => problem.field === `supervision.${field}`)
    .map(({ message }) => (
      <small key={message} className={styles.fault}>
        {message}
      </small>
    ));
}

function Warnings(props: {
  warnings: readonly WarningLevel[];
  problems: Problems;
  onChange: (warnings: WarningLevel[]) => void;
}) {
  const { warnings, problems, onChange } = props;
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles.frame}>
      <p className={styles.intro}>
        只在上班时间发出，发出时再确定由谁接收；中断后补发的，只发已到的最高一级。
      </p>
      <ol className={styles.rows} aria-label="时限提醒">
        {warnings.map((level, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is identified only by its index
          <li key={index} className={styles.level}>
            <LevelCells
              level={level}
              index={index}
              onChange={(change) =>
                onChange(warnings.map((each, other) => (other === index ? { ...each, ...change } : each)))
              }
            />
            <Button
              className={styles.remove ?? ''}
              aria-label={`删除第 ${index + 1} 级提醒`}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => {
                onChange(warnings.filter((_level, other) => other !== index));
                // The pressed button disappeared with its row.
                addButton.current?.focus();
              }}
            />
            <Faults problems={problems} field={`warnings[${index}]`} />
            <Faults problems={problems} field={`warnings[${index}].whom`} />
          </li>
        ))}
      </ol>
      <Button
        ref={addButton}
        id="item-supervision.warnings"
        icon={<PlusOutlined aria-hidden />}
        disabled={warnings.length >= supervisionLimits.warnings}
        onClick={() => onChange([...warnings, newWarning])}
      >
        添加提醒
      </Button>
      <Faults problems={problems} field="warnings" />
    </div>
  );
}

function LevelCells(props: {
  level: WarningLevel;
  index: number;
  onChange: (change: Partial<WarningLevel>) => void;
}) {
  const { level, index, onChange } = props;
  const nameOf = (part: string) => `第 ${index + 1} 级提醒的${part}`;
  const units = unitsOfMoment[level.when];
  return (
    <>
      <Select
        aria-label={nameOf('时限')}
        value={level.of}
        options={limitOptions}
        onChange={(of) => onChange({ of })}
      />
      <div className={styles.amount}>
        <Select
          aria-label={nameOf('时间')}
          value={level.when}
          options={momentOptions}
          onChange={(when) => onChange({ when, unit: unitsOfMoment[when][0] })}
        />
        <InputNumber
          id={`item-supervision.warnings[${index}]`}
          className={styles.number ?? ''}
          aria-label={nameOf('数量')}
          min={0}
          max={supervisionLimits.days}
          precision={0}
          value={level.amount}
          onChange={(amount) => onChange({ amount: amount ?? 0 })}
        />
        <Select
          className={styles.unit ?? ''}
          aria-label={nameOf('单位')}
          value={level.unit}
          options={units.map((value) => ({ value, label: warningUnitLabel[value] }))}
          onChange={(unit) => onChange({ unit })}
        />
      </div>
      <Select
        id={`item-supervision.warnings[${index}].whom`}
        mode="multiple"
        className={styles.full ?? ''}
        aria-label={nameOf('对象')}
        placeholder="提醒谁"
        value={[...level.whom]}
        options={personOptions}
        onChange={(whom) => onChange({ whom })}
      />
      <Select
        mode="multiple"
        className={styles.full ?? ''}
        aria-label={nameOf('其他渠道')}
        placeholder="站内消息"
        value={[...level.channels]}
        options={channelOptions}
        onChange={(channels) => onChange({ channels })}
      />
    </>
  );
}

function Lights(props: {
  lights: ItemLights | null;
  problems: Problems;
  onChange: (lights: ItemLights | null) => void;
}) {
  const { lights, problems, onChange } = props;
  return (
    <>
      <Checkbox
        checked={lights !== null}
        onChange={({ target }) => onChange(target.checked ? newLights : null)}
      >
        本事项另定；不选的，剩余 3 个工作日以内黄灯，超期红灯
      </Checkbox>
      {lights && (
        <>
          <div className={styles.line}>
            <span>黄灯</span>
            <Threshold
              id="item-supervision.lights.yellow"
              label="黄灯"
              value={lights.yellow}
              onChange={(yellow) => onChange({ ...lights, yellow })}
            />
          </div>
          <Faults problems={problems} field="lights.yellow" />
          <div className={styles.line}>
            <Checkbox
              checked={lights.red !== null}
              onChange={({ target }) =>
                onChange({ ...lights, red: target.checked ? { unit: 'day', amount: 1 } : null })
              }
            >
              超期前亮红灯
            </Checkbox>
            {lights.red && (
              <Threshold
                id="item-supervision.lights.red"
                label="红灯"
                value={lights.red}
                onChange={(red) => onChange({ ...lights, red })}
              />
            )}
          </div>
          <Faults problems={problems} field="lights.red" />
        </>
      )}
    </>
  );
}

function Threshold(props: {
  id: string;
  label: string;
  value: LightThreshold;
  onChange: (value: LightThreshold) => void;
}) {
  const { id, label, value, onChange } = props;
  return (
    <>
      <InputNumber
        id={id}
        className={styles.number ?? ''}
        aria-label={`${label}的数量`}
        min={1}
        max={value.unit === 'percent' ? 100 : supervisionLimits.days}
        precision={0}
        value={value.amount}
        onChange={(amount) => onChange({ ...value, amount: amount ?? 0 })}
      />
      <Select
        aria-label={`${label}的单位`}
        value={value.unit}
        options={thresholdUnits}
        onChange={(unit) => onChange({ ...value, unit })}
      />
    </>
  );
}
