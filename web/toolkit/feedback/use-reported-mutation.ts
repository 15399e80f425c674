import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInput } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { messageOfConcurrentEdit } from '../concurrent-edits/use-concurrent-edits.ts';
import { useFeedback } from './use-feedback.ts';

/**
 * Returns a mutation that runs once, reports its result and waits until the screen has been read again. It
 * returns the server's answer; undefined if it is already running, or was refused, which is then reported. If
 * another user saved first, `onDataChanged` reports that instead. `onAnswer` gets the answer before the screen is
 * read again, for an editor that would show the old state and its buttons until then.
 */
export function useReportedMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, onDataChanged?: (message: string) => void) {
  const { run, running } = useMutation(endpoint, { afterFailure: true });
  const feedback = useFeedback();
  const mutation = async (
    input: CallInput<Endpoint<P, Q, B, O>>,
    successText?: string,
    onAnswer?: (answer: z.output<O>) => void,
  ): Promise<z.output<O> | undefined> => {
    const outcome = await run(input);
    if (outcome.kind === 'ignored') return undefined;
    const message = outcome.kind === 'failed' ? messageOfConcurrentEdit(outcome.failure) : undefined;
    if (outcome.kind === 'failed' && (message === undefined || !onDataChanged))
      feedback.failure(outcome.failure);
    if (outcome.kind === 'done') {
      onAnswer?.(outcome.data);
      if (successText !== undefined) feedback.success(successText);
    }
    await outcome.renewal;
    // By now the newest version is loaded.
    if (message !== undefined) onDataChanged?.(message);
    return outcome.kind === 'done' ? outcome.data : undefined;
  };
  return { mutation, running };
}
