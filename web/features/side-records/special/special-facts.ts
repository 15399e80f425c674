import type { SideRecordRow } from '#contract/side-records.ts';
import { timeLimitText } from '#domain/calendar/clock-ledger.ts';
import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import { specialTypeLabel } from '#domain/enumerations/special-type.ts';
import type { SpecialData } from '#domain/records/special.ts';
import { specialClockLabel } from '#domain/records/special-settings.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of a special procedure: its type, its limit and end, its effect on the limits, and its result. */
export function specialFacts({ data }: SideRecordRow): RecordFact[] {
  const special = data as unknown as SpecialData;
  const { type, limit, clock, agency, reason, startedAt, dueAt, conclusion, result, receivedOn } = special;
  const files = special.fileIds?.length ?? 0;
  return [
    ['类型', specialTypeLabel[type] ?? ''],
    ['期限', timeLimitText(limit)],
    ...(dueAt === undefined ? [] : [['到期', localDateOf(new Date(dueAt))] as const]),
    ['计时', specialClockLabel[clock] ?? ''],
    ...(agency === '' ? [] : [['承担机构', agency] as const]),
    ...(startedAt === undefined ? [] : [['确认时间', minuteText(new Date(startedAt))] as const]),
    ['原因', reason],
    ...(conclusion === undefined ? [] : [['结论', conclusion] as const]),
    ...(receivedOn === undefined ? [] : [['收到结果的日期', receivedOn] as const]),
    ...(result === undefined ? [] : [['结果说明', result] as const]),
    ...(files > 0 ? [['结果材料', `${files} 份，见办件轨迹中的附件`] as const] : []),
    ...(special.refusal === undefined ? [] : [['不同意的原因', special.refusal] as const]),
  ];
}
