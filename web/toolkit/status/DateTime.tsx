import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';

/** Shows a time as `2026-11-20 14:05`, in Chinese time; a dash if there is none. */
export function DateTime(props: { value: string | null | undefined; dateOnly?: boolean }) {
  if (!props.value) return <span>—</span>;
  const instant = new Date(props.value);
  return <time dateTime={props.value}>{props.dateOnly ? localDateOf(instant) : minuteText(instant)}</time>;
}
