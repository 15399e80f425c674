/** Checks that a text is a time of the day, `HH:mm`. */
export function isTimeOfDay(text: string): boolean {
  return /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text);
}

const typed = /^(\d{1,2})(?:[:.时点](\d{1,2})?分?|点?半)?$/;
const digits = /^(\d{1,2})(\d{2})$/;

/**
 * Returns the time that a person means by a typed text, such as `9:30`, `930`, `9点半`, `下午3点`; undefined if the text
 * is no time.
 */
export function readTypedTime(text: string): string | undefined {
  const plain = text.normalize('NFKC').replaceAll(/\s/g, '');
  const isAfternoon = /^(?:下午|晚上)/.test(plain);
  const rest = plain.replace(/^(?:上午|早上|下午|晚上)/, '');
  const [, hourText = '', minuteText] = typed.exec(rest) ?? digits.exec(rest) ?? [];
  if (hourText === '') return undefined;
  const hour = Number(hourText) + (isAfternoon && Number(hourText) < 12 ? 12 : 0);
  const minute = rest.endsWith('半') ? '30' : (minuteText ?? '00');
  const time = `${String(hour).padStart(2, '0')}:${minute.padStart(2, '0')}`;
  return isTimeOfDay(time) ? time : undefined;
}
