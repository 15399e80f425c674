import { Form, InputNumber, Radio } from 'antd';
import { LimitUnit, limitUnitLabel } from '#domain/calendar/clock-ledger.ts';
import styles from './papers.module.css';

export interface RecordLimit {
  amount: number;
  unit: LimitUnit;
}

/** Asks for the time that the applicant has, in working or calendar days. */
export function LimitField(props: {
  label: string;
  value: RecordLimit;
  problem: string | undefined;
  /** The last day of the limit, if it is known. */
  endsOn: string | undefined;
  onChange: (limit: RecordLimit) => void;
}) {
  const { label, value, problem, endsOn, onChange } = props;
  return (
    <Form.Item
      label={label}
      htmlFor="record-limit"
      required
      validateStatus={problem && 'error'}
      help={problem}
    >
      <span className={styles.limit}>
        <InputNumber
          id="record-limit"
          aria-required
          min={0}
          precision={0}
          value={value.amount}
          onChange={(amount) => onChange({ ...value, amount: amount ?? 0 })}
        />
        <Radio.Group
          aria-label={`${label}的计算方式`}
          value={value.unit}
          options={Object.values(LimitUnit).map((unit) => ({ value: unit, label: limitUnitLabel[unit] }))}
          onChange={({ target }) => onChange({ ...value, unit: target.value as LimitUnit })}
        />
        {endsOn !== undefined && <span className={styles.second}>到 {endsOn} 止</span>}
      </span>
    </Form.Item>
  );
}
