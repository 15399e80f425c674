import type { RecordDialogProps } from '../base/record-view.ts';
import { SpecialReasonDialog } from './SpecialReasonDialog.tsx';
import { SpecialRequestDialog } from './SpecialRequestDialog.tsx';
import { SpecialResultDialog } from './SpecialResultDialog.tsx';

/** Shows the dialog of a command on a special procedure: the request, its answers, an extension, the result. */
export function SpecialDialog(props: RecordDialogProps) {
  if (props.offer.command === 'request') return <SpecialRequestDialog {...props} />;
  if (props.offer.command === 'finish') return <SpecialResultDialog {...props} />;
  return <SpecialReasonDialog {...props} />;
}
