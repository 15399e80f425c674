import { isLocalDate } from '#domain/calendar/local-date.ts';
import { inputText } from '../../../texts/input-texts.ts';
import type { FieldKind } from '../kind.ts';

/** Default value of a field that means the day on which it is filled in. */
export const todayDefault = 'today';

/** Checks whether the default of a field is the day on which it is filled in. */
export function isTodayByDefault(field: { kindName: string; defaultValue?: unknown }): boolean {
  return field.kindName === 'date' && field.defaultValue === todayDefault;
}

/** A calendar day, `YYYY-MM-DD` (S2 §9); never an instant, so that no time zone can shift it. */
export const date: FieldKind<string> = {
  component: 'date',
  empty: '',
  holdsValue: true,
  wide: false,
  takesOptions: false,
  holdsFiles: false,
  searchable: false,
  usableInCondition: true,
  textual: false,
  maskable: false,
  takesSeveral: () => false,
  normalise: (raw) => (raw === null ? '' : typeof raw === 'string' ? raw.trim() : undefined),
  isEmpty: (value) => value === '',
  validate: (value) => (value === '' || isLocalDate(value) ? [] : [inputText.noDate]),
  text: (value) => value,
};
