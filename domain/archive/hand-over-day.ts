import { localDateOf } from '../calendar/local-date.ts';

/** Returns why a batch that was made then cannot have been handed over on this day; undefined where it can. */
export function problemOfHandOverDay(handedOn: string, madeAt: Date, now: Date): string | undefined {
  if (handedOn > localDateOf(now)) return '移交日期不能晚于今天';
  return handedOn < localDateOf(madeAt) ? '移交日期不能早于编制日期' : undefined;
}
