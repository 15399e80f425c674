import type { ReactNode } from 'react';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { useChanged } from '#web/toolkit/dialog/use-changed.ts';
import type { RecordDialogProps } from './record-view.ts';

/** Shows the confirmation of a command on a side record around its fields. */
export function RecordCommandDialog(
  props: RecordDialogProps & {
    /** Values of the fields, by which a change is recognised. */
    values: readonly unknown[];
    running: boolean;
    /** True while it cannot be confirmed. */
    disabled?: boolean;
    hasChoices?: boolean;
    /** Number of affected entries, after the label of the main button. */
    countText?: string;
    footNote?: string;
    width?: 'wide';
    onSubmit: () => Promise<void> | void;
    children: ReactNode;
  },
) {
  const { offer, order, values, running, disabled, hasChoices, width, onSubmit, onClose, children } = props;
  const { countText, footNote } = props;
  const unsaved = useChanged([...values]);
  return (
    <ConfirmDialog
      action={offer.label}
      code={order.code}
      subject={order.title}
      hasTextField
      {...(hasChoices && { hasChoices })}
      {...(width && { width })}
      {...(countText !== undefined && { countText })}
      {...(footNote !== undefined && { footNote })}
      {...(disabled && { disabled })}
      dangerous={offer.dangerous}
      submitting={running}
      unsaved={unsaved}
      onConfirm={() => void onSubmit()}
      onCancel={onClose}
    >
      {children}
    </ConfirmDialog>
  );
}
