import { Link } from 'react-router';
import type { SideRecordRow } from '#contract/side-records.ts';
import type { MergeData } from '#domain/records/merge.ts';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import styles from './merge.module.css';

/** Shows links to the other orders of a merge, and what it means for this one. */
export function MergeContent({ record }: { record: SideRecordRow }) {
  if (!record.isOpen) return null;
  const data = record.data as unknown as MergeData;
  const codes = 'members' in data ? data.members.map(({ code }) => code) : [data.mainCode];
  return (
    <p className={styles.content}>
      {'members' in data
        ? '办结后，结果同时答复合并的各件：'
        : '本件的待办已移出，由主办件统一办理和答复；计时不停，答复前可以拆开：'}
      {codes.map((code) => (
        <Link key={code} to={detailUrl(code)}>
          {code}
        </Link>
      ))}
    </p>
  );
}
