import { useRef } from 'react';
import type { z } from 'zod';
import type { HandleResult } from '#contract/acting.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useMutation } from '#web/api/use-mutation.ts';
import { type Problems, useProblems } from '#web/toolkit/dialog/use-problems.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { RecordDialogProps } from './record-view.ts';

/** A field that is missing, with its text; false if it is there. */
type Missing = readonly [field: string, message: string] | false;
/** The fields of a command; the order, the record and the trace are added. */
type CommandFields<B extends z.ZodType> =
  z.input<B> extends infer Body ? (Body extends unknown ? Omit<Body, 'recordId' | 'traceId'> : never) : never;

/**
 * Returns a function that sends a command on a side record, and its problems by field: those that the dialog found, else
 * those of the server. After success the result is shown and `onDone` is called.
 */
export function useRecordCommand<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, typeof HandleResult>,
  { order, offer, onDone }: Pick<RecordDialogProps, 'order' | 'offer' | 'onDone'>,
) {
  // The records are read again at once: a live event may come late, or not at all.
  const { run, running } = useMutation(endpoint);
  const { problems, showProblems, clearProblem, applyServerProblems } = useProblems();
  const feedback = useFeedback();
  const latestOnDone = useRef(onDone);
  latestOnDone.current = onDone;

  const send = async (fields: CommandFields<B>, missing: readonly Missing[] = []): Promise<void> => {
    const found: Problems = Object.fromEntries(missing.filter((entry) => entry !== false));
    showProblems(found);
    if (Object.keys(found).length > 0) return;
    const body = { ...(fields as object), recordId: offer.recordId, traceId: offer.traceId };
    const outcome = await run({ params: { workorderCode: order.code }, body } as never);
    if (outcome.kind === 'ignored') return;
    if (outcome.kind === 'done') {
      feedback.success(outcome.data.message);
      return latestOnDone.current();
    }
    applyServerProblems(outcome.failure, ({ field, message }) => ({ [field]: message }));
  };
  return { send, running, problems, clearProblem };
}
