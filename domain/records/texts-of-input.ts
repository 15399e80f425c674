import type { TimeLimit } from '../calendar/clock-ledger.ts';
import { localDateOf } from '../calendar/local-date.ts';
import { maxReasonLength } from '../opinions/limits.ts';
import { type Problem, refuse } from '../refusals/refusals.ts';
import { isBlank, problemOfLength, problemOfLine } from '../texts/characters.ts';
import type { RecordPosition, RecordRefusal } from './record-rules.ts';

/** Returns the problems of a required text of a record, such as its reason; `name` is the field's label. */
export function problemsOfText(
  field: string,
  text: string,
  name: string,
  maxLength: number = maxReasonLength,
): Problem[] {
  const message = isBlank(text) ? `请填写${name}` : problemOfLength(text, maxLength, name);
  return message === undefined ? [] : [{ field, message }];
}

/** Returns the problems of a required name or other text of one line, which is printed as it is stored. */
export function problemsOfName(field: string, text: string, name: string, maxLength: number): Problem[] {
  const message = problemOfLine(text, name);
  return message === undefined ? problemsOfText(field, text, name, maxLength) : [{ field, message }];
}

/** Returns the refusal of an input with problems; null without any. */
export function refuseInput(problems: readonly Problem[]): RecordRefusal | null {
  return problems.length > 0 ? refuse('badInput', { problems }) : null;
}

/** Refuses a command because of the state of the record or its order, with the reason. */
export function refuseState(message: string): RecordRefusal {
  return refuse('recordState', { message });
}

/** Returns the day of a time as `YYYY-MM-DD`; empty without one. */
export function dayOf(at: string | null | undefined): string {
  return at ? localDateOf(new Date(at)) : '';
}

/** Name of the trace row of a limit that days off have moved. */
export const movedLimitLabel = '期限顺延';

/**
 * Returns the end (ISO) of a limit of a record if it is later than the stored one by the calendar of now, because a notice of
 * days off was published meanwhile (暂定); null if it is not. Nobody loses days by such a notice.
 */
export function laterEnd(
  { endOf }: Pick<RecordPosition, 'endOf'>,
  limit: TimeLimit,
  askedAt: string,
  endsAt: string,
): string | null {
  const end = endOf(limit, new Date(askedAt));
  return end > endsAt ? end : null;
}
