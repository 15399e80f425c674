import { timeLimitText } from '#domain/calendar/clock-ledger.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import type { RareData } from '#domain/records/rare-data.ts';
import { PaperList } from '../base/PaperList.tsx';
import styles from '../base/papers.module.css';
import type { RecordContentProps } from '../base/record-view.ts';
import { PromiseSheet } from './PromiseSheet.tsx';

/** Shows the materials that are still to be supplied and the promise of the applicant, with their files. */
export function RarePapers({ record, order }: RecordContentProps) {
  const { papers, promise, limit, endsAt } = record.data as unknown as RareData;
  return (
    <>
      <PaperList
        order={order}
        papers={[
          ...papers.map(({ name, fileIds }) => ({ name, fileIds })),
          ...(promise.fileIds.length > 0
            ? [{ name: '容缺受理承诺书（签字件）', fileIds: promise.fileIds }]
            : []),
        ]}
      />
      <details className={styles.review}>
        <summary>承诺书</summary>
        <PromiseSheet
          order={order}
          text={promise.text}
          papers={papers.map(({ name }) => name)}
          limit={`${timeLimitText(limit)}（${localDateOf(new Date(endsAt))} 止）`}
        />
      </details>
    </>
  );
}
