import type { SideRecordRow } from '#contract/side-records.ts';
import { type MergeData, mergedLimitLabel } from '#domain/records/merge.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of a merge: the main order of a merged one, or the merged orders of a main one. */
export function mergeFacts({ data }: SideRecordRow): RecordFact[] {
  const content = data as unknown as MergeData;
  if ('members' in content) {
    const { members, limitOf } = content;
    return [
      ['合并办件', members.map(({ code }) => code).join('、') || '无'],
      ...(limitOf === '' ? [] : [['全程时限', `按 ${limitOf} 的时限`] as const]),
    ];
  }
  return [
    ['主办件', content.mainCode],
    ['并案理由', content.reason],
    ['主办件时限', mergedLimitLabel[content.limit]],
    ...(content.partReason ? [['拆开理由', content.partReason] as const] : []),
  ];
}
