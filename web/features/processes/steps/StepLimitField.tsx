import { Checkbox, InputNumber, Select } from 'antd';
import { maxLimitAmount } from '#domain/workflow/model/limits.ts';
import type { StepLimit } from '#domain/workflow/model/model.ts';

/** Edits a limit: its amount, its unit, and whether it ends later if its last day is a day off. */
export function StepLimitField(props: {
  id: string;
  value: StepLimit | null;
  onChange: (value: StepLimit | null) => void;
}) {
  const { id, value, onChange } = props;
  const unit = value?.unit ?? 'workingDay';
  return (
    <>
      <InputNumber
        id={id}
        min={1}
        max={maxLimitAmount(unit)}
        precision={0}
        placeholder="不限"
        value={value?.amount ?? null}
        onChange={(amount) => onChange(amount === null ? null : { unit: 'workingDay', ...value, amount })}
      />
      <Select
        aria-label="时限单位"
        value={unit}
        disabled={value === null}
        options={[
          { value: 'workingDay', label: '个工作日' },
          { value: 'calendarDay', label: '天（自然日）' },
          { value: 'month', label: '个月' },
        ]}
        onChange={(chosen) => value && onChange({ amount: value.amount, unit: chosen })}
      />
      {value !== null && unit !== 'workingDay' && (
        <Checkbox
          checked={value.roll !== false}
          onChange={({ target }) => {
            const { amount } = value;
            onChange({ amount, unit, ...(!target.checked && { roll: false as const }) });
          }}
        >
          遇休息日顺延
        </Checkbox>
      )}
    </>
  );
}
