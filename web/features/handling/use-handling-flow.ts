import { useCallback, useRef, useState } from 'react';
import type { HandleResult } from '#contract/acting.ts';
import { askingOthers } from '#contract/asking-others.ts';
import { handling } from '#contract/handling.ts';
import type { TaskButton } from '#contract/work-orders.ts';
import { problemOfOpinion } from '#domain/opinions/opinion.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { call } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import type { ListedProblem } from '#web/toolkit/dialog/ProblemListDialog.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { FieldChange, HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { usePageLeave } from '#web/toolkit/screen/use-page-leave.ts';
import { failureTitle } from './action-texts.ts';
import { isPreviewed, type PreparedDocuments, useActionDocuments } from './use-action-documents.ts';
import { useContradictionQuestion } from './use-contradiction-question.ts';
import { type ActionChoice, type SubmittedTask, useSubmission } from './use-submission.ts';

export type HandlingStep =
  | { kind: 'idle' }
  /** `openDialog` is the button whose dialog was open: the dialog stays open below with all its choices. */
  | {
      kind: 'invalid';
      title: string;
      problems: readonly ListedProblem[];
      changes: readonly FieldChange[];
      openDialog?: TaskButton;
    }
  /** While requests determine whether a dialog is necessary. */
  | { kind: 'checking' }
  | { kind: 'asking'; button: TaskButton; changes: readonly FieldChange[] }
  /** Another person changed fields that were typed in here. */
  | { kind: 'conflicts'; button: TaskButton }
  /** Another person acted first. */
  | { kind: 'alreadyHandled'; text: string }
  | { kind: 'done'; button: TaskButton; choice: ActionChoice; result: HandleResult };

const idle: HandlingStep = { kind: 'idle' };

/**
 * Runs one action: checks the forms, asks for the opinion and the necessary choices and shows its documents, submits
 * once, shows the result (S1 §4 "Flow of an action"). Typed text stays until the server has accepted it.
 */
export function useHandlingFlow(
  task: SubmittedTask & {
    nodeId: string;
    nodeName: string;
    focusOpinion: () => void;
    forms: HandledForms;
    onDone: () => void;
  },
) {
  const [step, setStep] = useState<HandlingStep>(idle);
  const submission = useSubmission(task);
  // Documents are discarded when the page is left, except while a call is being sent.
  const hasLeft = usePageLeave(() => {
    if (!running) documents.discard();
  });
  const documents = useActionDocuments(task, hasLeft);
  const running = documents.confirming || submission.running;
  const feedback = useFeedback();
  const agreesToChanges = useContradictionQuestion(task.forms);
  /** True while the first click is being checked, so that a second click is ignored. */
  const checking = useRef(false);
  const ignoringClicks = <Result>(check: Promise<Result>): Promise<Result> => {
    checking.current = true;
    return check.finally(() => (checking.current = false));
  };
  const waitFor = <Result>(check: Promise<Result>): Promise<Result> => {
    setStep({ kind: 'checking' });
    return ignoringClicks(check).finally(() => setStep(idle));
  };

  const submit = async (
    button: TaskButton,
    choice: ActionChoice = {},
    changes: readonly FieldChange[] = changesOf(step),
  ) => {
    if (button.action === 'validateForm') return;
    if (!button.makesDocuments) return deliver(button, choice, changes);
    const opinion = choice.handlerOpinion ?? task.opinion.trim();
    if (!isPreviewed(documents.prepared, opinion)) {
      const result = await makeDocuments(button, opinion, changes, true);
      // Only documents that the user has viewed are submitted: new ones are shown first.
      if (result && isEmptyResult(result)) await deliver(button, choice, changes);
      return;
    }
    const confirmation = await documents.confirm();
    if (confirmation === undefined) return;
    if ('docIds' in confirmation) {
      const { docIds } = confirmation;
      return deliver(button, docIds.length > 0 ? { ...choice, workorderDocIdList: docIds } : choice, changes);
    }
    const { failure } = confirmation;
    reportFailure(failure, button, changes);
    // They were made again or discarded elsewhere: make and view them again.
    if (isCallError(failure) && failure.errcode === refusalRow.notFound.errcode) documents.discard();
  };

  /**
   * Makes the documents of the action. A refusal of the action becomes the next step; other failures are
   * shown in the documents' row.
   */
  const makeDocuments = async (
    button: TaskButton,
    opinion: string,
    changes: readonly FieldChange[],
    isRepeated = false,
  ) => {
    const result = await documents.make(button, opinion, isRepeated);
    if (result === undefined || 'rows' in result) return result;
    const { failure } = result;
    if (isFormChanged(failure)) await showConflicts(failure, button, changes);
    else setStep((current) => stepAfterFailure(failure, button, task, changes) ?? current);
    return undefined;
  };

  const deliver = async (button: TaskButton, choice: ActionChoice, changes: readonly FieldChange[]) => {
    const outcome = await submission.send(button, choice);
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'failed') return reportFailure(outcome.failure, button, changes);
    documents.reset();
    setStep({ kind: 'done', button, choice, result: outcome.data });
    task.onDone();
  };

  const reportFailure = (failure: unknown, button: TaskButton, changes: readonly FieldChange[]) => {
    if (isFormChanged(failure)) return void showConflicts(failure, button, changes);
    const failureStep = stepAfterFailure(failure, button, task, changes);
    if (failureStep === undefined) return feedback.failure(failure);
    // The next dialog refers to other documents.
    documents.discard();
    setStep(failureStep);
  };

  /**
   * Loads the values of other people and asks about conflicts; without a conflict, shows the problems at
   * their fields.
   */
  const showConflicts = async (failure: unknown, button: TaskButton, changes: readonly FieldChange[]) => {
    documents.discard();
    await task.forms.refresh();
    if (task.forms.conflicts().length > 0) return setStep({ kind: 'conflicts', button });
    setStep(stepAfterFailure(failure, button, task, changes) ?? idle);
  };

  const start = async (button: TaskButton) => {
    if (checking.current) return;
    const gathering = button.fillsForms ? task.forms.collectFrames() : undefined;
    if (gathering !== undefined) {
      const problems = await waitFor(gathering);
      if (problems.length > 0) {
        return setStep({ kind: 'invalid', title: failureTitle(button.name), problems, changes: [] });
      }
    }
    if (button.fillsForms && task.forms.conflicts().length > 0) return setStep({ kind: 'conflicts', button });
    if (!(await ignoringClicks(agreesToChanges(button)))) return;
    const changes = task.forms.applyBindings(button.binds);
    const settling = button.fillsForms ? task.forms.settleRules() : undefined;
    if (settling !== undefined) await waitFor(settling);
    // An incomplete form is not a failed action: the page lists its problems and focuses the first (S1 §5).
    const [first] = button.fillsForms ? task.forms.check() : [];
    if (first !== undefined) {
      const filled = changes.filter(({ from }) => from === '');
      if (filled.length > 0) feedback.warn(filled.map(changeText).join(''));
      // The summary of the problems moves the field, so the field is focused only after the summary is drawn.
      requestAnimationFrame(() => first.go());
      return;
    }
    if (button.action === 'validateForm') return feedback.success('表单校验通过');
    if (button.action === 'startCountersign') {
      const request = refusalOfCountersign(task.traceId).catch((failure: unknown) => ({ failure }));
      const refusal = await waitFor(request);
      if (refusal !== null && typeof refusal === 'object') return feedback.failure(refusal.failure);
      if (refusal !== null) return setStep({ kind: 'alreadyHandled', text: refusal });
    }
    if (needsNoConfirmation(button, changes) && problemOfOpinion(task.opinion.trim(), false) === undefined) {
      setStep({ kind: 'checking' });
      const undo = await ignoringClicks(canBeUndone(button, task));
      if (undo === true) return submitAtOnce(button, changes);
      // Another person acted first during the request.
      if (undo !== false && isFormChanged(undo.failure)) return showConflicts(undo.failure, button, changes);
      const failureStep = undo === false ? undefined : stepAfterFailure(undo.failure, button, task, changes);
      if (failureStep !== undefined) return setStep(failureStep);
    }
    setStep({ kind: 'asking', button, changes });
    if (button.makesDocuments) void makeDocuments(button, task.opinion.trim(), changes);
  };

  /** Submits after one press, unless there are documents to view. */
  const submitAtOnce = async (button: TaskButton, changes: readonly FieldChange[]) => {
    if (button.makesDocuments) {
      const result = await ignoringClicks(makeDocuments(button, task.opinion.trim(), changes));
      // Opens the dialog of the action for documents to view, or for a failure without its own dialog.
      if (!result || !isEmptyResult(result))
        return setStep((old) => (old.kind === 'checking' ? { kind: 'asking', button, changes } : old));
    }
    setStep(idle);
    return deliver(button, {}, changes);
  };

  const close = () => {
    if (!running) documents.discard();
    setStep(idle);
  };
  const closeProblems = useCallback(
    () =>
      setStep((current) =>
        current.kind === 'invalid' && current.openDialog !== undefined
          ? { kind: 'asking', button: current.openDialog, changes: current.changes }
          : idle,
      ),
    [],
  );
  return {
    step,
    start,
    submit,
    showAlreadyHandled: (text: string) => {
      documents.discard();
      setStep({ kind: 'alreadyHandled', text });
    },
    documents: documents.prepared,
    makeDocuments,
    close,
    closeProblems,
    running: running || step.kind === 'checking',
  };
}

function changeText({ title, to }: FieldChange): string {
  return `${title}已随按钮填为“${to}”。`;
}

/** Checks that there is no document to view, and none that could not be made. */
function isEmptyResult({ rows, notMade }: Pick<PreparedDocuments, 'rows' | 'notMade'>): boolean {
  return rows.length === 0 && notMade.length === 0;
}

function isFormChanged(failure: unknown): boolean {
  return isCallError(failure) && failure.errcode === refusalRow.formChanged.errcode;
}

function changesOf(step: HandlingStep): readonly FieldChange[] {
  return step.kind === 'asking' ? step.changes : [];
}

/**
 * Checks for a plain handling that needs no opinion and has changed nothing in the form: there is nothing to
 * confirm.
 */
function needsNoConfirmation(button: TaskButton, changes: readonly FieldChange[]): boolean {
  return button.action === 'handle' && !button.needsOpinion && changes.length === 0;
}

/** Returns the reason why a countersign cannot be started at the task now (S1 §7); null if it can. */
async function refusalOfCountersign(traceId: string): Promise<string | null> {
  const { flag, msg } = await call(askingOthers.countersignCheck, { query: { id: traceId } });
  return flag ? null : msg;
}

/** Checks that the handling can be withdrawn and names no handlers, so that one press is enough. */
async function canBeUndone(
  button: TaskButton,
  { workorderId, traceId, forms }: { workorderId: string; traceId: string; forms: HandledForms },
): Promise<boolean | { failure: unknown }> {
  const request = { workorderId, traceId, buttonId: button.id, workorderForms: forms.collect() };
  try {
    const { outcome, next } = await call(handling.previewAction, { body: request });
    return outcome?.undo === 'withdraw' && next.every(({ naming }) => naming === 'nobody');
  } catch (failure) {
    // The dialog requests the preview again after a failure without its own text, and shows the refusal.
    return { failure };
  }
}

/**
 * Returns the message of a refusal because the task is no longer open to the person; undefined for another
 * failure.
 */
export function messageIfAlreadyHandled(failure: unknown): string | undefined {
  const rows = [refusalRow.taskAlreadyHandled, refusalRow.orderEnded, refusalRow.notYourTask];
  return isCallError(failure) && rows.some((row) => row.errcode === failure.errcode)
    ? failure.message
    : undefined;
}

/**
 * Returns the next step after a refusal with its own dialog; other refusals are a short message, and the
 * dialog stays open.
 */
function stepAfterFailure(
  failure: unknown,
  button: TaskButton,
  { forms, focusOpinion }: { forms: HandledForms; focusOpinion: () => void },
  changes: readonly FieldChange[],
): HandlingStep | undefined {
  if (!isCallError(failure)) return undefined;
  const alreadyHandledText = messageIfAlreadyHandled(failure);
  if (alreadyHandledText !== undefined) return { kind: 'alreadyHandled', text: alreadyHandledText };
  const title = failureTitle(button.name);
  const opinionOnly = failure.errcode === refusalRow.opinionRequired.errcode;
  const listed = opinionOnly ? [{ field: 'handlerOpinion', message: failure.message }] : failure.problems;
  if (listed.length === 0) return undefined;
  const opinionProblems = listed.filter(({ field }) => field === 'handlerOpinion');
  const formProblems = forms.showProblems(listed.filter((problem) => !opinionProblems.includes(problem)));
  const isFormFailure = failure.errcode === refusalRow.formInvalid.errcode && formProblems.length > 0;
  const problems: ListedProblem[] = [
    ...opinionProblems.map(({ message }) => ({ text: message, go: focusOpinion })),
    ...(isFormFailure
      ? [
          {
            text: refusalRow.formInvalid.text,
            go: formProblems.find(({ go }) => go)?.go,
            parts: formProblems,
          },
        ]
      : formProblems),
  ];
  // Problems on the page are corrected there; the dialog with its choices stays below.
  const openDialog = problems.some(({ go }) => go !== undefined) ? undefined : button;
  return { kind: 'invalid', title, problems, changes, openDialog };
}
