import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { dayFormat, dayFormats } from '../day-formats.ts';
import type { DaySpan } from '../list-model/list-types.ts';
import styles from './filter-bar.module.css';

/**
 * Shows an input for a span of days; either end may stay open. A day counts as soon as it is typed
 * completely, since Enter searches at once and the picker itself would only report it on blur. NOTE: without
 * `allowEmpty` on both ends the range picker traps the keyboard focus.
 */
export function DaySpanInput(props: {
  id: string;
  label: string;
  value: DaySpan;
  onChange: (value: DaySpan | undefined) => void;
}) {
  const { from, to } = props.value;
  const change = (span: readonly (Dayjs | null)[] | null) => {
    const next = { from: span?.[0]?.format(dayFormat), to: span?.[1]?.format(dayFormat) };
    props.onChange(next.from === undefined && next.to === undefined ? undefined : next);
  };
  return (
    <DatePicker.RangePicker
      id={{ start: props.id, end: `${props.id}-end` }}
      aria-label={props.label}
      allowEmpty={[true, true]}
      className={styles.daySpan}
      format={dayFormats}
      separator="–"
      suffixIcon={null}
      placeholder={['开始日期', '结束日期']}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      style={{ width: '100%' }}
      onCalendarChange={change}
      onChange={change}
    />
  );
}
