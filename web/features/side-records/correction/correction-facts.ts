import type { SideRecordRow } from '#contract/side-records.ts';
import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import { CorrectionCategory, correctionCategoryLabel } from '#domain/enumerations/correction.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of a correction; one at the window has no time of submission (S1 §4). */
export function correctionFacts({ data, state, openedAt, pauses }: SideRecordRow): RecordFact[] {
  const { category, endsAt, submittedAt, remark, reason, round } = data as unknown as CorrectionData;
  if (state === 'deemed')
    return [
      ['受理日期（收到申请或补正之日）', submittedAt === null ? '' : localDateOf(new Date(submittedAt))],
    ];
  const isOnline = category === CorrectionCategory.online;
  const resumed = pauses.at(-1)?.until;
  return [
    ['方式', category === null ? '未定' : correctionCategoryLabel[category]],
    ['要求时间', minuteText(new Date(openedAt))],
    ['提交期限', endsAt === null ? '' : localDateOf(new Date(endsAt))],
    ...(round > 1 ? [['次数', `第 ${round} 次`] as const] : []),
    ...(isOnline && submittedAt !== null ? [['提交时间', minuteText(new Date(submittedAt))] as const] : []),
    ...(resumed ? [['恢复计时', minuteText(new Date(resumed))] as const] : []),
    ...(remark === '' ? [] : [['说明', remark] as const]),
    ...(reason === '' ? [] : [['原因', reason] as const]),
  ];
}
