import type { TextAreaRef } from 'antd/es/input/TextArea';
import { useEffect, useRef } from 'react';
import type { TaskButton } from '#contract/task-button.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { Attachments } from '#web/toolkit/attachments/Attachments.tsx';
import { useAttachedFiles } from '#web/toolkit/attachments/use-attached-files.ts';
import { ProblemListDialog } from '#web/toolkit/dialog/ProblemListDialog.tsx';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import type { CommonOpinions } from '#web/toolkit/opinion/common-opinions.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { ActionButtons } from './ActionButtons.tsx';
import {
  type BarOffer,
  isReturn,
  isSupportedButton,
  mainButton,
  requiresOpinion,
} from './handler-buttons.ts';
import styles from './handling.module.css';
import { ActionDialog, AlreadyHandledDialog, ConflictDialog, ResultDialog } from './lazy-dialogs.ts';
import { NextHandlersLine } from './NextHandlersLine.tsx';
import { OpinionField } from './OpinionField.tsx';
import { useBarExpansion } from './use-bar-expansion.ts';
import { useHandlingFlow } from './use-handling-flow.ts';
import { useMatchingButton } from './use-matching-button.ts';
import { useOpinion } from './use-opinion.ts';
import type { StoredChoices } from './use-stored-choice.ts';
import { SaveDraftButton, useTaskDraft } from './use-task-draft.tsx';

/**
 * Shows opinion and actions of one open task, from the first press to the result. Typed text belongs to this
 * task only.
 */
export function TaskBar(props: {
  order: WorkOrderPage['order'];
  task: NonNullable<WorkOrderPage['task']>;
  forms: HandledForms;
  /** Number of requests to focus the opinion; each further one focuses it again. */
  opinionRequests: number;
  stale: boolean;
  onActed: (() => void) | undefined;
  onReload: () => void;
  onLeave: () => void;
  commonOpinions: CommonOpinions;
  /** Actions in addition to the task's own buttons. */
  offers: readonly BarOffer[];
  /** Opens the side record that a button asks for instead of its action; returns whether it did. */
  onRecordButton?: (button: TaskButton) => boolean;
}) {
  const { order, task, forms, opinionRequests, stale, onActed, onReload, onLeave, commonOpinions } = props;
  const opinionField = useRef<TextAreaRef>(null);
  const { bar, open: isOpen, setOpen, focusOpinion } = useBarExpansion(opinionField);
  const { opinion, setOpinion, clear } = useOpinion(task.traceId, task.staged?.opinion);
  const files = useAttachedFiles(task.traceId);
  const storedChoices = useRef<StoredChoices>(new Map());
  const flow = useHandlingFlow({
    workorderId: order.id,
    workorderCode: order.code,
    traceId: task.traceId,
    nodeId: task.nodeId,
    nodeName: task.nodeName,
    opinion,
    files: files.list,
    focusOpinion,
    forms,
    onDone: () => {
      clear();
      files.clear();
      onActed?.();
    },
  });
  const { step } = flow;
  const taskDraft = useTaskDraft({
    order,
    task,
    opinion,
    forms,
    focusOpinion,
    onReload,
  });
  // Waits one frame: on opening, the page first focuses its heading.
  useEffect(() => {
    if (opinionRequests === 0) return;
    const frame = requestAnimationFrame(focusOpinion);
    return () => cancelAnimationFrame(frame);
  }, [opinionRequests, focusOpinion]);
  const buttons = task.buttons.filter(isSupportedButton);
  const matchingButton = useMatchingButton(buttons, forms);
  const main = mainButton(buttons, matchingButton);
  const dialogButton =
    step.kind === 'asking' ? step.button : 'openDialog' in step ? step.openDialog : undefined;
  const documents = dialogButton?.makesDocuments
    ? { ...flow.documents, onMake: (text: string) => flow.makeDocuments(dialogButton, text, changes) }
    : undefined;
  const changes = 'changes' in step ? step.changes : [];
  const closeAndReload = () => {
    flow.close();
    onReload();
  };

  return (
    <>
      <div ref={bar} className={joinClasses(styles.task, isOpen && styles.taskOpen)} data-testid="open-task">
        <OpinionField
          ref={opinionField}
          value={opinion}
          onChange={setOpinion}
          open={isOpen}
          onOpen={setOpen}
          required={requiresOpinion(task)}
          nodeName={task.nodeName}
          disabled={flow.running}
          commonOpinions={commonOpinions}
          extra={
            <SaveDraftButton
              savedAt={taskDraft.savedAt ?? task.staged?.stagedAt}
              running={taskDraft.running}
              disabled={stale || flow.running}
              onSaveDraft={taskDraft.saveDraft}
            />
          }
        />
        <div className={styles.handlerBarFoot}>
          {isOpen && (
            <div className={styles.handlerBarFiles}>
              <Attachments files={files} disabled={flow.running} />
            </div>
          )}
          {isOpen && main !== undefined && !stale && (
            <NextHandlersLine
              key={main.id}
              button={main}
              isEnabled={step.kind === 'idle' && !flow.running}
              {...{ order, task, forms }}
            />
          )}
          <div className={styles.handlerBarButtons}>
            <ActionButtons
              buttons={buttons}
              matchingButton={matchingButton}
              offers={props.offers}
              running={flow.running}
              disabled={stale || files.busy}
              onPress={(button) => {
                if (!props.onRecordButton?.(button)) void flow.start(button);
              }}
              onSaveDraft={taskDraft.saveDraft}
            />
          </div>
        </div>
      </div>

      {taskDraft.dialog}
      {dialogButton !== undefined && (
        <ActionDialog
          button={dialogButton}
          storedChoices={storedChoices.current}
          order={order}
          task={task}
          opinion={opinion}
          onOpinion={setOpinion}
          files={files}
          forms={forms}
          commonOpinions={commonOpinions}
          documents={documents}
          changes={changes}
          submitting={flow.running}
          onSubmit={(choice) => void flow.submit(dialogButton, choice)}
          onAlreadyHandled={flow.showAlreadyHandled}
          onClose={flow.close}
          onLoadFailed={flow.close}
        />
      )}
      {step.kind === 'invalid' && (
        <ProblemListDialog title={step.title} problems={step.problems} onClose={flow.closeProblems} />
      )}
      {step.kind === 'conflicts' && (
        <ConflictDialog
          forms={forms}
          onResolved={() => {
            flow.close();
            void flow.start(step.button);
          }}
          onClose={flow.close}
          onLoadFailed={flow.close}
        />
      )}
      {step.kind === 'alreadyHandled' && (
        <AlreadyHandledDialog text={step.text} onReload={closeAndReload} onLoadFailed={closeAndReload} />
      )}
      {step.kind === 'done' && (
        <ResultDialog
          returned={isReturn(step.button)}
          order={order}
          traceId={task.traceId}
          result={step.result}
          {...(step.button.action === 'startCountersign' && {
            startedCountersign: { returnsToRequester: step.choice.countersignFlowCondition !== '2' },
          })}
          onLeave={onLeave}
          onWithdrawn={closeAndReload}
          onLoadFailed={closeAndReload}
        />
      )}
    </>
  );
}
