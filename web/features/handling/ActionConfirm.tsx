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
import { PreviewFailure } from '#web/toolkit/confirm/PreviewFailure.tsx';
import type { useActionPreview } from '#web/toolkit/confirm/use-action-preview.ts';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import type { FieldChange } from '#web/toolkit/open-forms/handled-forms.ts';
import { DialogOpinion } from '#web/toolkit/opinion/DialogOpinion.tsx';
import type { ActionDialogProps } from './action-confirm.ts';
import { DocumentsRow } from './DocumentsRow.tsx';
import { isRed } from './handler-buttons.ts';
import styles from './handling.module.css';
import { NotificationFields } from './NotificationFields.tsx';
import { messageIfAlreadyHandled } from './use-handling-flow.ts';
import { useNotification } from './use-notification.ts';
import type { ActionChoice } from './use-submission.ts';

/**
 * Shows the confirmation of a button: first the choices, then the effects of the action and the people it
 * notifies.
 */
export function ActionConfirm(
  props: ActionDialogProps & {
    preview: ReturnType<typeof useActionPreview>;
    /** True if the dialog contains a choice. */
    hasChoice?: boolean;
    /** The text with the count after the label of the button. */
    countText?: string;
    /** True if the choice decides whether the order ends, so that confirming waits for the preview. */
    waitsForPreview?: boolean;
    /** True while the choice cannot be shown, so that nothing can be confirmed. */
    isChoiceUnavailable?: boolean;
    /** Returns the choice; null if something is missing, which is then marked at its field. */
    onConfirm: () => ActionChoice | null;
    children?: ReactNode;
  },
) {
  const {
    button,
    order,
    preview,
    changes,
    opinion,
    hasChoice,
    waitsForPreview,
    isChoiceUnavailable,
    submitting,
    children,
  } = props;
  const { files, documents, onAlreadyHandled, onClose } = props;
  // If the task is no longer open, the dialog closes and the message is shown.
  useEffect(() => {
    const text = messageIfAlreadyHandled(preview.error);
    if (text !== undefined) onAlreadyHandled(text);
  }, [preview.error, onAlreadyHandled]);
  const outcome = preview.data?.outcome ?? null;
  const hasOpinion = button.action !== 'validateForm';
  const requiresOpinion = hasOpinion && button.needsOpinion;
  const [isConfirmed, setConfirmed] = useState(false);
  const [wasBlankAtStart] = useState(() => isBlank(opinion));
  const problem = hasOpinion ? problemOfOpinion(opinion.trim(), requiresOpinion) : undefined;
  const notification = useNotification(props.storedChoices, button);
  const confirm = () => {
    setConfirmed(true);
    const choice = props.onConfirm();
    const notificationChoice = notification.valueToSubmit();
    if (problem === undefined && choice !== null && notificationChoice !== null)
      props.onSubmit({ ...choice, ...notificationChoice });
  };
  return (
    <ConfirmDialog
      action={button.name}
      code={order.code}
      subject={order.title}
      hasChoices={hasChoice}
      hasTextField={requiresOpinion && wasBlankAtStart}
      countText={props.countText}
      ending={endKindOf(outcome)}
      dangerous={isRed(button)}
      undo={undoOf(outcome)}
      footNote={documents?.rows.length ? `将生成 ${documents.rows.length} 份文书` : undefined}
      submitting={submitting || documents?.making === true}
      disabled={
        isChoiceUnavailable === true ||
        files.busy ||
        preview.data === undefined ||
        (waitsForPreview === true && preview.isPlaceholderData)
      }
      onConfirm={confirm}
      onCancel={onClose}
    >
      {children}
      {hasOpinion && isChoiceUnavailable !== true && (
        <DialogOpinion
          required={requiresOpinion}
          value={opinion}
          onChange={props.onOpinion}
          problem={isConfirmed || !isBlank(opinion) ? problem : undefined}
          disabled={submitting}
          commonOpinions={props.commonOpinions}
        />
      )}
      {preview.isPending && <SkeletonRows rows={3} />}
      {preview.isError && <PreviewFailure preview={preview} />}
      {preview.data !== undefined && isChoiceUnavailable !== true && (
        <OutcomeRows
          outcome={outcome}
          changed={
            <>
              {button.action === 'terminate' &&
                outcome?.to.status === WorkOrderStatus.returnedAndConcluded && (
                  <RowNote>本件终止，办理状态记为“{outcome.to.statusLabel}”</RowNote>
                )}
              {changes.map((change) => (
                <ChangedField key={change.title} change={change} onWithdrawn={onClose} />
              ))}
            </>
          }
        >
          {documents && <DocumentsRow {...documents} currentOpinion={opinion.trim()} disabled={submitting} />}
        </OutcomeRows>
      )}
      {hasOpinion && isChoiceUnavailable !== true && (
        <div className={styles.dialogFiles}>
          <Attachments files={files} disabled={submitting} />
        </div>
      )}
      {isChoiceUnavailable !== true && (
        <NotificationFields
          notification={notification}
          code={order.code}
          hasNoNextTask={outcome?.opens.length === 0}
          disabled={submitting}
        />
      )}
    </ConfirmDialog>
  );
}

/** Shows how the button changed a field of the form, and offers to restore a former value. */
function ChangedField({ change, onWithdrawn }: { change: FieldChange; onWithdrawn: () => void }) {
  const { title, from, to, undo } = change;
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
          undo();
          onWithdrawn();
        }}
      >
        改回{from}
      </Button>
    </RowNote>
  );
}
