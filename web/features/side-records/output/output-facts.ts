import type { SideRecordRow } from '#contract/side-records.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { documentCategoryLabel } from '#domain/enumerations/document-category.ts';
import { collectorLabel, type OutputData } from '#domain/records/output.ts';
import { outputWayLabel } from '#domain/records/output-way.ts';
import type { RecordFact } from '../base/record-view.ts';

/** Returns the facts of issued certificates: each with its number and copies, the way, and who signed for them. */
export function outputFacts({ data }: SideRecordRow): RecordFact[] {
  const { outputs, way, receipt, servedAt } = data as unknown as OutputData;
  return [
    ...outputs.map(
      ({ name, category, number, copies }) =>
        [name, [documentCategoryLabel[category], number, `${copies} 份`].filter(Boolean).join('，')] as const,
    ),
    ['送达方式', outputWayLabel[way]],
    ...(receipt
      ? [
          [
            '领取人',
            `${receipt.name}（${receipt.relation || collectorLabel[receipt.collector]}）${receipt.certCode}`,
          ] as const,
        ]
      : []),
    ...(servedAt === null ? [] : [['送达时间', minuteText(new Date(servedAt))] as const]),
  ];
}
