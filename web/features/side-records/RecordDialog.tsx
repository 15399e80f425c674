import { type RecordDialogProps, recordKinds } from './record-kinds.ts';

/** Shows the dialog of a command on a side record, by the record's kind. */
export function RecordDialog(props: RecordDialogProps) {
  const Dialog = recordKinds[props.offer.kind]?.Dialog;
  return Dialog ? <Dialog {...props} /> : null;
}
