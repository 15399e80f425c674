import { App } from 'antd';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { CallInput } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { messageOfConcurrentEdit } from '#web/toolkit/concurrent-edits/use-concurrent-edits.ts';
import { useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

/** Returns the server's text about tasks that would have no handler; undefined for another failure. */
function textOfUnattendedTasks(failure: unknown): string | undefined {
  const problems = isCallError(failure) ? failure.problems : [];
  return problems.find(({ field }) => field === 'leavesTasks')?.message;
}

/**
 * Saves the content of a dialog: shows validation problems at its fields, and reloads the lists after a
 * success. If another person saved first, `onDataChanged` loads the new state.
 */
export function useSaveDialog<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, onDataChanged?: (refusal: string) => Promise<void>) {
  const { run, running } = useMutation(endpoint);
  const { problems: errors, showProblems, clearProblem, applyServerProblems } = useProblems();
  const feedback = useFeedback();
  const { modal } = App.useApp();
  /**
   * Asks before a change that would leave tasks without a handler: shows their number, and continues only when
   * confirmed (0191).
   */
  const confirmUnattendedTasks = (content: string) =>
    modal.confirm({
      title: '有待办将无人可办',
      centered: true,
      content,
      okText: '仍然保存',
      cancelText: '返回修改',
    });
  /** Sends the input; if the caller has found problems by the server's rules, only shows them. */
  const write = async (
    input: CallInput<Endpoint<P, Q, B, O>>,
    successText: string,
    foundProblems: readonly Problem[] = [],
  ): Promise<z.output<O> | undefined> => {
    if (foundProblems.length > 0) {
      showProblems(Object.fromEntries(foundProblems.map(({ field, message }) => [field, message])));
      return undefined;
    }
    let outcome = await run(input);
    const unattendedTasksText =
      outcome.kind === 'failed' ? textOfUnattendedTasks(outcome.failure) : undefined;
    if (unattendedTasksText !== undefined) {
      if (!(await confirmUnattendedTasks(unattendedTasksText))) return undefined;
      outcome = await run({ ...input, body: { ...(input as { body: object }).body, leavesTasks: true } });
    }
    const refusal = outcome.kind === 'failed' ? messageOfConcurrentEdit(outcome.failure) : undefined;
    if (outcome.kind === 'failed' && onDataChanged && refusal !== undefined) {
      await onDataChanged(refusal).catch(feedback.failure);
    } else if (outcome.kind === 'failed')
      applyServerProblems(outcome.failure, ({ field, message }) => ({
        [field.split('.')[0] ?? '']: message,
      }));
    if (outcome.kind !== 'done') return undefined;
    feedback.success(successText);
    await outcome.renewal;
    return outcome.data;
  };
  return { write, running, problems: errors, clearProblem };
}
