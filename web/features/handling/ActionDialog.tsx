import { MissingCase } from '#domain/missing-case.ts';
import { AddSignersDialog } from './AddSignersDialog.tsx';
import type { ActionDialogProps } from './action-confirm.ts';
import { BranchDialog } from './BranchDialog.tsx';
import { CountersignDialog } from './CountersignDialog.tsx';
import { DelegateDialog } from './DelegateDialog.tsx';
import { ForwardDialog } from './ForwardDialog.tsx';
import { HandleDialog } from './HandleDialog.tsx';
import { dialogOfAction } from './handler-buttons.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import { ReturnToHandlerDialog } from './ReturnToHandlerDialog.tsx';

/** Shows the dialog that the pressed button needs; each has one purpose, and all share one layout. */
export function ActionDialog(props: ActionDialogProps) {
  const dialog = dialogOfAction(props.button.action);
  switch (dialog) {
    case 'plain':
      return <HandleDialog {...props} />;
    case 'return':
      return <ReturnDialog {...props} />;
    case 'forward':
      return <ForwardDialog {...props} />;
    case 'branch':
      return <BranchDialog {...props} />;
    case 'countersign':
      return <CountersignDialog {...props} />;
    case 'addSigners':
      return <AddSignersDialog {...props} />;
    case 'delegate':
      return <DelegateDialog {...props} />;
    case 'returnToHandler':
      return <ReturnToHandlerDialog {...props} />;
    case 'none':
      return null;
    default:
      throw new MissingCase(dialog satisfies never);
  }
}
