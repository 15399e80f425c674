import { isLocalDate, localDateOf } from '../calendar/local-date.ts';
import { inputText } from '../texts/input-texts.ts';

/**
 * Returns the reason why a batch cannot have been handed over on this day; undefined if it can. `madeAt` is
 * the time when the batch was made.
 */
export function problemOfHandOverDay(handedOn: string, madeAt: Date, now: Date): string | undefined {
  if (!isLocalDate(handedOn)) return inputText.noDate;
  if (handedOn > localDateOf(now)) return '移交日期不能晚于今天';
  return handedOn < localDateOf(madeAt) ? '移交日期不能早于编制日期' : undefined;
}
