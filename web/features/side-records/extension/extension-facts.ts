import type { SideRecordRow } from '#contract/side-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import type { ExtensionData } from '#domain/records/extension.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of an extension: its days, its reason, and who decided it. */
export function extensionFacts({ data, state, changedAt, changedBy, openedBy }: SideRecordRow): RecordFact[] {
  const { days, reason, requestedBy, refusal } = data as unknown as ExtensionData;
  const isDecided = state === 'granted' || state === 'refused';
  return [
    ['延长', `${days} 天（按该办件时限的计算方式）`],
    ['延期原因', reason],
    ...(requestedBy === undefined ? [] : [['申请人员', openedBy] as const]),
    ...(isDecided
      ? [
          [
            state === 'granted' ? '批准' : '未同意',
            `${changedBy}，${minuteText(new Date(changedAt))}`,
          ] as const,
        ]
      : []),
    ...(refusal ? [['不同意的原因', refusal] as const] : []),
  ];
}
