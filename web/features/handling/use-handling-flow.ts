import { useCallback, useState } from 'react';
import type { z } from 'zod';
import type { HandleInput } from '#contract/handle-input.ts';
import { type HandleResult, handling } from '#contract/handling.ts';
import type { TaskButton } from '#contract/work-orders.ts';
import { refusalRow } from '#domain/refusals/refusals.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/use-action.ts';
import type { ListedProblem } from '#web/toolkit/feedback/ProblemListDialog.tsx';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { HandledForms } from '#web/toolkit/open-forms/handled-forms.ts';
import { failureTitle } from './action-words.ts';
import { findProblems } from './bar-problems.ts';
import { dialogOfAction } from './handler-buttons.ts';

/** What an action's dialog adds to the submission. */
export interface ActionChoice {
  backNodeIds?: string;
  backWay?: 'replay' | 'direct';
  branchProcessingNodeId?: string;
  procInsNodeUserReqModel?: { flowNodeId: string; candidates: string[] }[];
}

export type HandlingStep =
  | { kind: 'idle' }
  /** `asking` is the dialog that was open: it stays below with all that was chosen in it. */
  | { kind: 'faulty'; title: string; problems: readonly ListedProblem[]; asking?: TaskButton }
  | { kind: 'asking'; button: TaskButton }
  /** Somebody else was first. */
  | { kind: 'overtaken'; text: string }
  | { kind: 'done'; action: string; result: HandleResult };

const idle: HandlingStep = { kind: 'idle' };

/**
 * The way of one action: check bar and forms, ask what the action needs to know, submit once, show the result
 * (S1 §4 "Flow of an action"). What was typed stays until the server said yes.
 */
export function useHandlingFlow(task: {
  workorderId: string;
  workorderCode: string;
  traceId: string;
  opinion: string;
  focusOpinion: () => void;
  forms: HandledForms;
  onDone: () => void;
}) {
  const [step, setStep] = useState<HandlingStep>(idle);
  const { run, running } = useAction(handling.handle);
  const feedback = useFeedback();

  const submit = async (button: TaskButton, choice: ActionChoice = {}) => {
    if (button.action === 'validateForm') return;
    const outcome = await run({
      body: {
        workorderId: task.workorderId,
        workorderTraceId: task.traceId,
        workorderCode: task.workorderCode,
        buttonId: button.id,
        handlerOpinion: task.opinion.trim(),
        workorderForms: task.forms.collect(),
        ...choice,
        // The button's own code, and with it what its dialog adds, belong together by the server's word.
        handlerOperation: button.code,
      } as z.input<typeof HandleInput>,
    });
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      setStep({ kind: 'done', action: button.name, result: outcome.data });
      task.onDone();
      return;
    }
    const next = stepAfterFailure(outcome.failure, button);
    if (next === undefined) feedback.failure(outcome.failure);
    else setStep(next);
  };

  const start = (button: TaskButton) => {
    const problems = findProblems(button, task, task.forms);
    if (problems.length > 0) return setStep({ kind: 'faulty', title: failureTitle(button.name), problems });
    if (button.action === 'validateForm') return feedback.success('表单校验通过');
    if (dialogOfAction(button.action) === 'none') return void submit(button);
    setStep({ kind: 'asking', button });
  };

  const close = useCallback(() => setStep(idle), []);
  const closeProblems = useCallback(
    () =>
      setStep((now) =>
        now.kind === 'faulty' && now.asking !== undefined ? { kind: 'asking', button: now.asking } : idle,
      ),
    [],
  );
  return { step, start, submit, close, closeProblems, running };
}

/** Refusals that have a dialog of their own; the rest is a short word and leaves the dialog as it is. */
function stepAfterFailure(failure: unknown, button: TaskButton): HandlingStep | undefined {
  if (!isCallError(failure)) return undefined;
  const overtaken = [refusalRow.taskAlreadyHandled, refusalRow.orderEnded, refusalRow.notYourTask];
  if (overtaken.some((row) => row.errcode === failure.errcode))
    return { kind: 'overtaken', text: failure.message };
  const title = failureTitle(button.name);
  const asking = dialogOfAction(button.action) === 'none' ? undefined : button;
  if (failure.problems.length > 0) {
    const problems = failure.problems.map((problem) => ({ text: problem.message }));
    return { kind: 'faulty', title, problems, asking };
  }
  if (failure.errcode === refusalRow.opinionRequired.errcode) {
    return { kind: 'faulty', title, problems: [{ text: failure.message }] };
  }
  return undefined;
}
