import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInput } from '#web/api/call.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { saidOfChange } from '#web/toolkit/meanwhile/use-meanwhile.ts';

/**
 * Returns a mutation of a template that answers before the lists reload: until then the editor would show the old
 * state and offer its buttons.
 */
export function useTemplateMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, onDataChanged: (said: string) => void) {
  const { run, running } = useMutation(endpoint, { afterFailure: true });
  const feedback = useFeedback();
  /** Returns the answer, and when the lists are new; undefined after a refusal, which is reported. */
  const mutation = async (
    input: CallInput<Endpoint<P, Q, B, O>>,
  ): Promise<{ answer: z.output<O>; renewed: Promise<void> } | undefined> => {
    const outcome = await run(input);
    if (outcome.kind === 'ignored') return undefined;
    const { renewed } = outcome;
    if (outcome.kind === 'done') return { answer: outcome.data, renewed };
    const said = saidOfChange(outcome.failure);
    if (said === undefined) feedback.failure(outcome.failure);
    await renewed;
    // By now the newest version is loaded.
    if (said !== undefined) onDataChanged(said);
    return undefined;
  };
  return { mutation, running };
}
