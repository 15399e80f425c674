import { Checkbox, Input, InputNumber, Select } from 'antd';
import type { ItemSettings } from '#contract/item-settings.ts';
import { CorrectionExpiry, correctionExpiryLabel } from '#domain/enumerations/correction.ts';
import { DayUnit, dayUnitLabel } from '#domain/enumerations/day-unit.ts';
import { correctionLimits } from '#domain/records/correction-settings.ts';
import { RareExpiry, rareExpiryLabel, rareLimits } from '#domain/records/rare-settings.ts';
import { type FieldsProps, ItemField } from './ItemField.tsx';

type Records = ItemSettings['records'];

const unitOptions = Object.values(DayUnit).map((value) => ({ value, label: dayUnitLabel[value] }));
const correctionOptions = Object.values(CorrectionExpiry).map((value) => ({
  value,
  label: correctionExpiryLabel[value],
}));
const rareOptions = Object.values(RareExpiry).map((value) => ({ value, label: rareExpiryLabel[value] }));

/** Edits the settings of the item for 补正 and 容缺. */
export function PaperRecordSettings(props: {
  records: Records;
  problems: FieldsProps['problems'];
  onChange: (change: Partial<Records>) => void;
}) {
  const { problems, onChange } = props;
  const { correction, rare } = props.records;
  const setCorrection = (change: Partial<Records['correction']>) =>
    onChange({ correction: { ...correction, ...change } });
  const setRare = (change: Partial<Records['rare']>) => onChange({ rare: { ...rare, ...change } });
  return (
    <>
      <ItemField id="records.correction" label="补正" problems={problems}>
        <Checkbox
          checked={correction.enabled}
          onChange={({ target }) => setCorrection({ enabled: target.checked })}
        >
          可以要求申请人补正
        </Checkbox>
      </ItemField>
      {correction.enabled && (
        <>
          <ItemField id="records.correction.limit" label="补正期限" problems={problems}>
            <LimitCells
              name="补正期限"
              value={correction.limit}
              max={correctionLimits.days}
              onChange={(limit) => setCorrection({ limit })}
            />{' '}
            <Checkbox
              checked={correction.onceOnly}
              onChange={({ target }) => setCorrection({ onceOnly: target.checked })}
            >
              一次性告知，只能要求一次
            </Checkbox>
          </ItemField>
          <ItemField id="records.correction.expiry" label="到期未补正" problems={problems}>
            <Select
              id="item-records.correction.expiry"
              value={correction.expiry}
              options={correctionOptions}
              onChange={(expiry) => setCorrection({ expiry })}
            />
          </ItemField>
          <ItemField
            id="records.correction.silenceDays"
            label="逾期视为受理"
            problems={problems}
            hint="收到申请后这么多个工作日内没有告知补正，或者提交补正后没有处理的，自收到之日起视为受理；0 为不适用"
          >
            <InputNumber
              id="item-records.correction.silenceDays"
              min={0}
              max={correctionLimits.silenceDays}
              precision={0}
              value={correction.silenceDays}
              onChange={(days) => setCorrection({ silenceDays: days ?? 0 })}
            />{' '}
            个工作日
          </ItemField>
        </>
      )}
      <ItemField
        id="records.rare"
        label="容缺"
        problems={problems}
        hint="哪些材料可以容缺，在申请材料中逐项选择"
      >
        <Checkbox checked={rare.enabled} onChange={({ target }) => setRare({ enabled: target.checked })}>
          可以容缺收件
        </Checkbox>
      </ItemField>
      {rare.enabled && (
        <>
          <ItemField id="records.rare.limit" label="容缺期限" problems={problems}>
            <LimitCells
              name="容缺期限"
              value={rare.limit}
              max={rareLimits.days}
              onChange={(limit) => setRare({ limit })}
            />{' '}
            最多容缺{' '}
            <InputNumber
              aria-label="最多容缺的份数"
              min={1}
              max={rareLimits.papers}
              precision={0}
              value={rare.maxPapers}
              onChange={(maxPapers) => setRare({ maxPapers: maxPapers ?? 1 })}
            />{' '}
            份
          </ItemField>
          <ItemField id="records.rare.expiry" label="到期没补" problems={problems}>
            <Select
              id="item-records.rare.expiry"
              value={rare.expiry}
              options={rareOptions}
              onChange={(expiry) => setRare({ expiry })}
            />
          </ItemField>
          <ItemField
            id="records.rare.promise.text"
            label="承诺书"
            problems={problems}
            wide
            hint="收件时由申请人阅读、签署，打印时附容缺的材料和期限"
          >
            <Input.TextArea
              id="item-records.rare.promise.text"
              autoSize={{ minRows: 2, maxRows: 8 }}
              maxLength={rareLimits.promiseText}
              value={rare.promise.text}
              onChange={({ target }) => setRare({ promise: { ...rare.promise, text: target.value } })}
            />
            <Checkbox
              checked={rare.promise.signed}
              onChange={({ target }) => setRare({ promise: { ...rare.promise, signed: target.checked } })}
            >
              须上传签字的承诺书
            </Checkbox>
          </ItemField>
          <ItemField
            id="records.rare.excluded"
            label="不能同时容缺"
            problems={problems}
            wide
            hint="每行一组材料名称，用顿号隔开"
          >
            <Input.TextArea
              id="item-records.rare.excluded"
              autoSize={{ minRows: 1, maxRows: 4 }}
              defaultValue={rare.excluded.map((names) => names.join('、')).join('\n')}
              onBlur={({ target }) => setRare({ excluded: combinationsOf(target.value) })}
            />
          </ItemField>
        </>
      )}
    </>
  );
}

/** Returns the names of each line, without empty ones. */
function combinationsOf(text: string): string[][] {
  return text
    .split('\n')
    .map((line) =>
      line
        .split('、')
        .map((name) => name.trim())
        .filter((name) => name !== ''),
    )
    .filter((names) => names.length > 0)
    .slice(0, rareLimits.excluded);
}

function LimitCells(props: {
  name: string;
  value: Records['correction']['limit'];
  max: number;
  onChange: (limit: Records['correction']['limit']) => void;
}) {
  const { name, value, max, onChange } = props;
  return (
    <>
      <InputNumber
        aria-label={`${name}的天数`}
        min={1}
        max={max}
        precision={0}
        value={value.amount}
        onChange={(amount) => onChange({ ...value, amount: amount ?? 1 })}
      />{' '}
      <Select
        aria-label={`${name}的单位`}
        value={value.unit}
        options={unitOptions}
        onChange={(unit) => onChange({ ...value, unit })}
      />
    </>
  );
}
