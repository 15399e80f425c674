import type { SideRecordRow } from '#contract/side-records.ts';
import { localDateOf, minuteText } from '#domain/calendar/local-date.ts';
import { supplementTermLabel } from '#domain/enumerations/supplement.ts';
import type { RareData } from '#domain/records/rare-data.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of a rare supplement. */
export function rareFacts({ data, openedAt }: SideRecordRow): RecordFact[] {
  const { term, endsAt, submittedAt, remark, reason } = data as unknown as RareData;
  return [
    ['补充时限', `${supplementTermLabel[term]}（${term}）`],
    ['容缺收件', minuteText(new Date(openedAt))],
    ['补充期限', localDateOf(new Date(endsAt))],
    ...(submittedAt === null ? [] : [['补充时间', minuteText(new Date(submittedAt))] as const]),
    ...(remark === '' ? [] : [['说明', remark] as const]),
    ...(reason === '' ? [] : [['原因', reason] as const]),
  ];
}
