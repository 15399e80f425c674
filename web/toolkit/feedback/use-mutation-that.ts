import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInput } from '#web/api/call.ts';
import { renewQueriesThat } from '#web/api/query-of.ts';
import { useAction } from '#web/api/use-action.ts';
import { saidOfChange } from '../meanwhile/use-meanwhile.ts';
import { useFeedback } from './use-feedback.ts';

/**
 * Returns a mutation that runs once, reports its result and reloads the queries whose name matches. It
 * returns the server's answer; undefined if it is already running, or was refused, which is then reported. If
 * another user saved first, `onDataChanged` reports that instead.
 */
export function useMutationThat<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>, renews: RegExp, onDataChanged?: (said: string) => void) {
  const { run, running } = useAction(endpoint);
  const feedback = useFeedback();
  const client = useQueryClient();
  const mutation = async (
    input: CallInput<Endpoint<P, Q, B, O>>,
    done?: string,
  ): Promise<z.output<O> | undefined> => {
    const outcome = await run(input);
    if (outcome.kind === 'ignored') return undefined;
    const said = outcome.kind === 'failed' ? saidOfChange(outcome.failure) : undefined;
    if (outcome.kind === 'failed' && (said === undefined || !onDataChanged))
      feedback.failure(outcome.failure);
    else if (outcome.kind === 'done' && done !== undefined) feedback.success(done);
    await renewQueriesThat(client, (name) => renews.test(name));
    // By now the newest version is loaded.
    if (said !== undefined) onDataChanged?.(said);
    return outcome.kind === 'done' ? outcome.data : undefined;
  };
  return { mutation, running };
}
