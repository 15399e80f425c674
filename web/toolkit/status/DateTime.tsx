import { localDateOf, minuteText, secondText } from '#domain/calendar/local-date.ts';

const textOf = { day: localDateOf, minute: minuteText, second: secondText };

/** Shows a time as `2026-11-20 14:05`, in Chinese time; a dash if there is none. */
export function DateTime(props: {
  value: string | null | undefined;
  dateOnly?: boolean;
  /** Shows the seconds too, where the order of events matters. */
  withSeconds?: boolean;
}) {
  if (!props.value) return <span>—</span>;
  const unit = props.dateOnly ? 'day' : props.withSeconds ? 'second' : 'minute';
  return <time dateTime={props.value}>{textOf[unit](new Date(props.value))}</time>;
}
