import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInput } from '#web/api/call.ts';
import { renewQueriesThat } from '#web/api/query-of.ts';
import { useAction } from '#web/api/use-action.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import { saidOfChange } from '#web/toolkit/meanwhile/use-meanwhile.ts';

const templateReads = /^GET \/api\/(administration\/document|audit)/;

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
  const { run, running } = useAction(endpoint);
  const feedback = useFeedback();
  const client = useQueryClient();
  /** Returns the answer, and when the lists are new; undefined after a refusal, which is reported. */
  const mutation = async (
    input: CallInput<Endpoint<P, Q, B, O>>,
  ): Promise<{ answer: z.output<O>; renewed: Promise<void> } | undefined> => {
    const outcome = await run(input);
    if (outcome.kind === 'ignored') return undefined;
    const renewed = renewQueriesThat(client, (name) => templateReads.test(name));
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
