import type { RecordDialogProps } from '../base/record-view.ts';
import { ExpressReasonDialog } from './ExpressReasonDialog.tsx';
import { NewExpressDialog } from './NewExpressDialog.tsx';

/** Shows the dialog of a command on an express item. */
export function ExpressDialog(props: RecordDialogProps) {
  const { command } = props.offer;
  const opens = command === 'send' || command === 'expect';
  return opens ? <NewExpressDialog {...props} /> : <ExpressReasonDialog {...props} />;
}
