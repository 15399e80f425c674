import { useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { CallInput } from '#web/api/call.ts';
import { renewQueriesThat } from '#web/api/query-of.ts';
import { useAction } from '#web/api/use-action.ts';
import { useFaults } from '#web/toolkit/dialog/use-faults.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';

/** Lists of people and roles, and the pickers of the office. */
export const readsOfPeople = /^GET (\/api\/administration|\/api\/pickers|\/serviceportal\/api\/sys)\b/;

/** Writes what a dialog holds: what is wrong comes back at its fields, what was written shows everywhere. */
export function useWritten<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  O extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, O>) {
  const { run, running } = useAction(endpoint);
  const { faults, tries, mend, take } = useFaults();
  const feedback = useFeedback();
  const client = useQueryClient();
  const write = async (
    input: CallInput<Endpoint<P, Q, B, O>>,
    done: string,
  ): Promise<z.output<O> | undefined> => {
    const outcome = await run(input);
    if (outcome.kind === 'failed')
      take(outcome.failure, ({ field, message }) => ({ [field.split('.')[0] ?? '']: message }));
    if (outcome.kind !== 'done') return undefined;
    feedback.success(done);
    await renewQueriesThat(client, (name) => readsOfPeople.test(name));
    return outcome.data;
  };
  return { write, running, faults, mend, tries };
}
