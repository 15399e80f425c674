import dayjs from 'dayjs';

/** An instant as `2026-11-20 14:05` in the reader's time zone; a dash when there is none. */
export function DateTime(props: { value: string | null | undefined; dateOnly?: boolean }) {
  if (!props.value) return <span>—</span>;
  const text = dayjs(props.value).format(props.dateOnly ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm');
  return <time dateTime={props.value}>{text}</time>;
}
