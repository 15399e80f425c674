import { InputNumber, Radio } from 'antd';
import { useId } from 'react';
import { dueText } from '#domain/calendar/due-text.ts';
import { maxPanelLimitDays } from '#domain/workflow/model/limits.ts';
import styles from './requested-seats.module.css';

export interface CountersignSettings {
  limitTime: number | null;
  limitUnit: '1' | '2';
  expiry: 'noAnswer' | 'passed' | 'failed';
  rule: 'all' | 'majority' | 'share' | 'veto';
  percent: number | null;
  flowCondition: '1' | '2';
}

/**
 * The defaults of docs/decisions/0094: all must pass, a missing vote does not count, the task returns to the
 * requester.
 */
export const defaultSettings: CountersignSettings = {
  limitTime: 5,
  limitUnit: '1',
  expiry: 'noAnswer',
  rule: 'all',
  percent: null,
  flowCondition: '1',
};

export function problemOfPercent({ rule, percent }: CountersignSettings): string | undefined {
  return rule === 'share' && percent === null ? '请输入通过比例' : undefined;
}

/** Shows the right half of 发起会签: the time limit, the rule for passing, and the next step. */
export function CountersignRules(props: {
  settings: CountersignSettings;
  /** The end of the time limit, as the server computes it. */
  dueAt: string | null;
  showsProblems: boolean;
  onChange: (settings: CountersignSettings) => void;
}) {
  const { settings, dueAt, showsProblems } = props;
  const set = (changes: Partial<CountersignSettings>) => props.onChange({ ...settings, ...changes });
  const percentProblem = showsProblems ? problemOfPercent(settings) : undefined;
  const limitId = useId();
  return (
    <div className={styles.rules}>
      <fieldset>
        <legend>会签时限</legend>
        <div className={styles.line}>
          <InputNumber
            id={limitId}
            aria-label="会签时限（天）"
            min={1}
            max={maxPanelLimitDays}
            precision={0}
            placeholder="不限"
            value={settings.limitTime}
            onChange={(limitTime) => set({ limitTime })}
          />
          <Radio.Group
            optionType="button"
            aria-label="时限单位"
            value={settings.limitUnit}
            options={[
              { value: '1', label: '工作日' },
              { value: '2', label: '自然日' },
            ]}
            onChange={(event) => set({ limitUnit: event.target.value })}
          />
        </div>
        <small>
          {settings.limitTime === null
            ? '不设时限，全部答复后才有结果。'
            : dueAt === null
              ? '选择会签人员后显示到期时间。'
              : `${dueText(new Date(dueAt))}答复`}
        </small>
      </fieldset>
      <Choice
        legend="到期未答复"
        value={settings.expiry}
        disabled={settings.limitTime === null}
        options={[
          ['noAnswer', '记为未答复', '不算通过，也不算不通过'],
          ['passed', '记为通过'],
          ['failed', '记为不通过'],
        ]}
        onChange={(expiry) => set({ expiry })}
      />
      <Choice
        legend="通过规则"
        value={settings.rule}
        options={[
          ['all', '全部通过'],
          ['majority', '多数通过'],
          ['share', '达到比例'],
          ['veto', '一票否决'],
        ]}
        onChange={(rule) => set({ rule })}
      />
      {settings.rule === 'share' && (
        <div className={styles.line}>
          <InputNumber
            aria-label="通过比例（%）"
            min={1}
            max={100}
            precision={0}
            suffix="%"
            status={percentProblem && 'error'}
            value={settings.percent}
            onChange={(percent) => set({ percent })}
          />
          {percentProblem && (
            <span role="alert" className={styles.fault}>
              {percentProblem}
            </span>
          )}
        </div>
      )}
      <small>每个席位一票；部门算一个席位，由其中任一人员答复。</small>
      <Choice
        legend="会签完成后"
        value={settings.flowCondition}
        options={[
          ['1', '返回发起人', '全部结果交给您，由您继续办理'],
          ['2', '自动进入下一环节', '会签结果随流程带到下一环节'],
        ]}
        onChange={(flowCondition) => set({ flowCondition })}
      />
    </div>
  );
}

function Choice<Value extends string>(props: {
  legend: string;
  value: Value;
  disabled?: boolean;
  options: readonly (readonly [Value, string, string?])[];
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset>
      <legend>{props.legend}</legend>
      <Radio.Group
        aria-label={props.legend}
        className={styles.choices}
        value={props.value}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.value as Value)}
      >
        {props.options.map(([value, label, hint]) => (
          <Radio key={value} value={value} className={hint && styles.wide}>
            {label}
            {hint && <small>{hint}</small>}
          </Radio>
        ))}
      </Radio.Group>
    </fieldset>
  );
}
