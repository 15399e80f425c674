import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { CallInput } from '#web/api/call.ts';
import { isCallError } from '#web/api/call-error.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

/** The result of a mutation: done, refused with problems at fields, or already reported. */
export type RuleOutcome =
  | { kind: 'done' }
  | { kind: 'invalid'; problems: readonly Problem[] }
  | { kind: 'reported' };

/** Sets or ends a rule once, and reloads the lists; the dialog shows the problems of its fields. */
export function useRuleMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>) {
  const { run, running } = useMutation(endpoint);
  const feedback = useFeedback();
  const mutation = async (
    input: CallInput<Endpoint<P, Q, B, O>>,
    successText: string,
  ): Promise<RuleOutcome> => {
    const outcome = await run(input);
    if (outcome.kind === 'ignored') return { kind: 'reported' };
    if (outcome.kind === 'failed') {
      const { failure } = outcome;
      if (isCallError(failure) && failure.problems.length > 0)
        return { kind: 'invalid', problems: failure.problems };
      feedback.failure(failure);
      return { kind: 'reported' };
    }
    feedback.success(successText);
    await outcome.renewal;
    return { kind: 'done' };
  };
  return { mutation, running };
}
