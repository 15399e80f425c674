import type { SideRecordRow } from '#contract/side-records.ts';
import type { RecordDialogProps } from './base/record-view.ts';
import styles from './base/side-records.module.css';
import { RecordCard } from './RecordCard.tsx';

/** Shows the side records of an order as they stood at an earlier time, without commands. */
export function EarlierRecords(props: {
  order: RecordDialogProps['order'];
  records: readonly SideRecordRow[];
}) {
  return (
    <div className={styles.earlier}>
      {props.records.map((record) => (
        <RecordCard key={record.id} record={record} order={props.order} isEarlier />
      ))}
    </div>
  );
}
