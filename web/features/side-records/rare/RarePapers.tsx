import type { RareData } from '#domain/records/rare-data.ts';
import { PaperList } from '../base/PaperList.tsx';
import type { RecordContentProps } from '../base/record-view.ts';

/** Shows the materials that are still to be supplied, with their files. */
export function RarePapers({ record, order }: RecordContentProps) {
  const { papers } = record.data as unknown as RareData;
  return <PaperList order={order} papers={papers.map(({ name, fileIds }) => ({ name, fileIds }))} />;
}
