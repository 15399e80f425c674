import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInput } from './call.ts';
import { renewAfter } from './query-of.ts';
import { type ActionOutcome, useAction } from './use-action.ts';

/** Outcome of a mutation; `renewal` settles once everything on the screen that it changed has been read again. */
export type MutationOutcome<T> = ActionOutcome<T> & { renewal: Promise<void> };

/**
 * Runs a changing call for one button, as `useAction` does, and renews the cached answers that show the
 * changed subjects (`reads` and `changes` of the contract). With `afterFailure` a refusal renews them too:
 * the list that the user saw may be old. `running` stays true until they are new, because a second press
 * before the screen shows the new state would repeat the call.
 */
export function useMutation<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, { afterFailure = false } = {}) {
  const { run: send, running } = useAction(endpoint);
  const client = useQueryClient();
  const [renewing, setRenewing] = useState(false);
  const run = useCallback(
    async (input: CallInput<Endpoint<P, Q, B, O>>): Promise<MutationOutcome<z.output<O>>> => {
      const outcome = await send(input);
      const mustRenew = outcome.kind === 'done' || (afterFailure && outcome.kind === 'failed');
      if (!mustRenew) return { ...outcome, renewal: Promise.resolve() };
      setRenewing(true);
      return { ...outcome, renewal: renewAfter(client, endpoint).finally(() => setRenewing(false)) };
    },
    [send, client, endpoint, afterFailure],
  );
  return { run, running: running || renewing };
}
