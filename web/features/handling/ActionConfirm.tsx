import { Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import { problemOfOpinion } from '#domain/opinions/opinion.ts';
import { isBlank } from '#domain/texts/characters.ts';
import { Attachments } from '#web/toolkit/attachments/Attachments.tsx';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { RowNote } from '#web/toolkit/confirm/ConfirmRows.tsx';
import { OutcomeRows, undoOf } from '#web/toolkit/confirm/OutcomeRows.tsx';
import { endKindOf } from '#web/toolkit/confirm/outcome-texts.ts';
import type { useActionPreview } from '#web/toolkit/confirm/use-action-preview.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import type { FieldChange } from '#web/toolkit/open-forms/handled-forms.ts';
import { DialogOpinion } from '#web/toolkit/opinion/DialogOpinion.tsx';
import type { ActionDialogProps } from './action-confirm.ts';
import { DocumentsRow } from './DocumentsRow.tsx';
import { isRed } from './handler-buttons.ts';
import styles from './handling.module.css';
import { NoticeFields } from './NoticeFields.tsx';
import { alreadyHandledBy } from './use-handling-flow.ts';
import { useNotice } from './use-notice.ts';
import type { ActionChoice } from './use-submission.ts';

/**
 * Shows the confirmation of a button: first the choices, then the effects of the action and the people it
 * notifies.
 */
export function ActionConfirm(
  props: ActionDialogProps & {
    preview: ReturnType<typeof useActionPreview>;
    /** True if the dialog contains a choice. */
    choosing?: boolean;
    /** The number shown after the label of the button. */
    sum?: string;
    /** True if the choice decides whether the matter ends, so that confirming waits for the preview. */
    waits?: boolean;
    /** True if there is nothing to choose, so that nothing can be confirmed. */
    barred?: boolean;
    /** Returns the choice; null if something is missing, which is then marked at its field. */
    onConfirm: () => ActionChoice | null;
    children?: ReactNode;
  },
) {
  const { button, order, preview, changes, opinion, choosing, waits, barred, submitting, children } = props;
  const { files, documents, onAlreadyHandled, onClose } = props;
  // A dialog that can no longer do anything closes in favour of the message.
  useEffect(() => {
    const text = alreadyHandledBy(preview.error);
    if (text !== undefined) onAlreadyHandled(text);
  }, [preview.error, onAlreadyHandled]);
  const outcome = preview.data?.outcome ?? null;
  const takesOpinion = button.action !== 'validateForm';
  const asksOpinion = takesOpinion && button.needsOpinion;
  const [isConfirmed, setConfirmed] = useState(false);
  const [isBlankAtFirst] = useState(() => isBlank(opinion));
  const problem = takesOpinion ? problemOfOpinion(opinion.trim(), asksOpinion) : undefined;
  const notice = useNotice(props.storedChoices, button);
  const confirm = () => {
    setConfirmed(true);
    const chosen = props.onConfirm();
    const noticeChoice = notice.take();
    if (problem === undefined && chosen !== null && noticeChoice !== null)
      props.onSubmit({ ...chosen, ...noticeChoice });
  };
  return (
    <ConfirmDialog
      action={button.name}
      code={order.code}
      subject={order.title}
      choosing={choosing}
      asking={asksOpinion && isBlankAtFirst}
      sum={props.sum}
      ending={endKindOf(outcome)}
      dangerous={isRed(button)}
      undo={undoOf(outcome)}
      footNote={documents?.rows.length ? `将生成 ${documents.rows.length} 份文书` : undefined}
      submitting={submitting || documents?.making === true}
      disabled={
        barred === true ||
        files.busy ||
        preview.data === undefined ||
        (waits === true && preview.isPlaceholderData)
      }
      onConfirm={confirm}
      onCancel={onClose}
    >
      {children}
      {takesOpinion && barred !== true && (
        <DialogOpinion
          required={asksOpinion}
          value={opinion}
          onChange={props.onOpinion}
          problem={isConfirmed || !isBlank(opinion) ? problem : undefined}
          disabled={submitting}
          commonOpinions={props.commonOpinions}
        />
      )}
      {preview.isPending && <SkeletonRows rows={3} />}
      {preview.isError && (
        <FailureState compact failure={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.data !== undefined && barred !== true && (
        <OutcomeRows
          outcome={outcome}
          changed={
            <>
              {button.action === 'terminate' &&
                outcome?.to.status === WorkOrderStatus.returnedAndConcluded && (
                  <RowNote>本件终止，办理状态记为“{outcome.to.statusLabel}”</RowNote>
                )}
              {changes.map((change) => (
                <Changed key={change.title} change={change} onWithdrawn={onClose} />
              ))}
            </>
          }
        >
          {documents && <DocumentsRow {...documents} written={opinion.trim()} disabled={submitting} />}
        </OutcomeRows>
      )}
      {takesOpinion && barred !== true && (
        <div className={styles.dialogFiles}>
          <Attachments files={files} disabled={submitting} />
        </div>
      )}
      {barred !== true && (
        <NoticeFields
          notice={notice}
          code={order.code}
          nobodyNext={outcome?.opens.length === 0}
          disabled={submitting}
        />
      )}
    </ConfirmDialog>
  );
}

/** Shows how the button changed a field of the form, and offers to restore a former value. */
function Changed({ change, onWithdrawn }: { change: FieldChange; onWithdrawn: () => void }) {
  const { title, from, to, takeBack } = change;
  if (from === '')
    return (
      <RowNote>
        表单的{title}已随按钮填为“{to}”
      </RowNote>
    );
  return (
    <RowNote>
      表单的{title}已随按钮改为“{to}”，原为“{from}”。
      <Button
        type="link"
        size="small"
        onClick={() => {
          takeBack();
          onWithdrawn();
        }}
      >
        改回{from}
      </Button>
    </RowNote>
  );
}
