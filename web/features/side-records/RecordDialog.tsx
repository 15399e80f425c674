import { useQuery } from '@tanstack/react-query';
import { sideRecords } from '#contract/side-records.ts';
import { queryOf } from '#web/api/query-of.ts';
import type { RecordDialogProps } from './base/record-view.ts';
import { recordKinds } from './record-kinds.ts';

/** Shows the dialog of a command on a side record, by the record's kind; an existing record is read first. */
export function RecordDialog(props: RecordDialogProps) {
  const { offer, order } = props;
  const list = useQuery({
    ...queryOf(sideRecords.list, { params: { workorderCode: order.code } }),
    enabled: offer.recordId !== null,
  });
  const record = props.record ?? list.data?.records.find(({ id }) => id === offer.recordId);
  const Dialog = recordKinds[offer.kind]?.Dialog;
  if (!Dialog || (offer.recordId !== null && record === undefined)) return null;
  return <Dialog {...props} record={record} />;
}
