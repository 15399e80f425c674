import { SaveOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { taskDrafts } from '#contract/task-drafts.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import { type ListedProblem, ProblemListDialog } from '#web/toolkit/dialog/ProblemListDialog.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { AlreadyHandledDialog } from './AlreadyHandledDialog.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import styles from './handling.module.css';

/** The dialog's title if the input is invalid (S1 §5). */
const draftFailed = '暂存失败';

/**
 * Saves forms and opinion of a task for this person (暂存, S1 §2), so that they are available on every device.
 * Invalid values are listed; missing values are allowed.
 */
export function useTaskDraft(props: {
  order: Pick<WorkOrderPage['order'], 'id'>;
  task: NonNullable<WorkOrderPage['task']>;
  opinion: string;
  forms: HandledForms;
  focusOpinion: () => void;
  /** Loads the current order, with the task draft. */
  onReload: () => void;
}): { saveDraft: () => void; running: boolean; savedAt: string | undefined; dialog: ReactNode } {
  const { order, task, opinion, forms, focusOpinion, onReload } = props;
  const { run, running } = useAction(taskDrafts.draftForms);
  const feedback = useFeedback();
  const [problems, setProblems] = useState<readonly ListedProblem[]>();
  const [hasConflicts, setHasConflicts] = useState(false);
  const [handledMessage, setHandledMessage] = useState<string>();
  const [savedAt, setSavedAt] = useState<string>();

  const saveDraft = async () => {
    // The content of a third party's page must be requested first.
    const unanswered = await forms.collectFrames();
    if (unanswered !== undefined && unanswered.length > 0) return setProblems(unanswered);
    if (forms.conflicts().length > 0) return setHasConflicts(true);
    let hasNewInput = false;
    const stopListening = forms.onEdit(() => {
      hasNewInput = true;
    });
    const workorderForms = forms.collect().map(({ formId, content, contentVersion, initContent }) => ({
      id: formId,
      content,
      contentVersion,
      initContent,
    }));
    const outcome = await run({
      params: { workorderId: order.id },
      body: { workorderForms, handlerOpinion: opinion.trim(), traceId: task.traceId },
    });
    stopListening();
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      feedback.success('暂存成功');
      setSavedAt(outcome.data.stagedAt);
      // If the user continued typing meanwhile, the screen keeps the text, which a reload would lose.
      return hasNewInput ? undefined : onReload();
    }
    const { failure } = outcome;
    if (!isCallError(failure)) return feedback.failure(failure);
    if (failure.errcode === refusalRow.taskAlreadyHandled.errcode) return setHandledMessage(failure.message);
    const longest = failure.errcode === refusalRow.tooLarge.errcode && forms.longestField();
    if (longest)
      return setProblems([{ text: `${failure.message}，最长的一项：${longest.title}`, go: longest.go }]);
    if (failure.problems.length === 0) return feedback.failure(failure);
    const opinionProblems = failure.problems.filter(({ field }) => field === 'handlerOpinion');
    setProblems([
      ...opinionProblems.map(({ message }) => ({ text: message, go: focusOpinion })),
      ...forms.showProblems(failure.problems.filter((problem) => !opinionProblems.includes(problem))),
    ]);
  };

  const dialog = (
    <>
      {problems !== undefined && (
        <ProblemListDialog title={draftFailed} problems={problems} onClose={() => setProblems(undefined)} />
      )}
      {hasConflicts && (
        <ConflictDialog
          forms={forms}
          onResolved={() => {
            setHasConflicts(false);
            void saveDraft();
          }}
          onClose={() => setHasConflicts(false)}
        />
      )}
      {handledMessage !== undefined && (
        <AlreadyHandledDialog
          text={handledMessage}
          onReload={() => {
            setHandledMessage(undefined);
            onReload();
          }}
        />
      )}
    </>
  );
  return { saveDraft: () => void saveDraft(), running, savedAt, dialog };
}

/** Shows 暂存 next to the opinion, with the time of the task draft; on a phone it is under 更多. */
export function SaveDraftButton(props: {
  savedAt: string | undefined;
  running: boolean;
  disabled: boolean;
  onSaveDraft: () => void;
}) {
  const { savedAt, running, disabled, onSaveDraft } = props;
  return (
    <span className={styles.taskDraft}>
      <Button
        type="link"
        size="small"
        icon={<SaveOutlined aria-hidden />}
        loading={running}
        disabled={disabled}
        onClick={onSaveDraft}
      >
        暂存
      </Button>
      {savedAt !== undefined && <span role="status">已暂存 {savedText(savedAt)}</span>}
    </span>
  );
}

/** Returns the time if it is today, else date and time: `15:02`, `11-19 15:02`. */
function savedText(savedAt: string): string {
  const text = minuteText(new Date(savedAt));
  return text.slice(0, 10) === minuteText(new Date()).slice(0, 10) ? text.slice(11) : text.slice(5);
}
