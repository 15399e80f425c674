import type { SideRecordRow } from '#contract/side-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { type SuspensionData, suspensionGroundLabel } from '#domain/records/suspension.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of a suspension: since when, until when, its ground and its reasons. */
export function suspensionFacts({ data, pauses }: SideRecordRow): RecordFact[] {
  const { ground, reason, resumeReason } = data as unknown as SuspensionData;
  const pause = pauses.at(-1);
  return [
    ['情形', suspensionGroundLabel[ground] ?? ''],
    ['原因', reason],
    ...(pause ? [['停止计时', minuteText(new Date(pause.from))] as const] : []),
    ...(pause?.until ? [['恢复计时', minuteText(new Date(pause.until))] as const] : []),
    ...(resumeReason ? [['恢复原因', resumeReason] as const] : []),
  ];
}
