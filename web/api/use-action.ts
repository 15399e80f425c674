import { useCallback, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type CallInput, type CallOptions, call, newIdempotencyKey } from './call.ts';
import { isCallError } from './call-error.ts';

/**
 * Outcome of an action: the answer, the failure, or `ignored` if the same action was still running (a second
 * click).
 */
export type ActionOutcome<T> =
  | { kind: 'done'; data: T }
  | { kind: 'failed'; failure: unknown }
  | { kind: 'ignored' };

/**
 * Returns a function that runs a changing call for one button: a second click while it runs is ignored, and
 * after a broken connection the same input is sent again under the same idempotency key, so that nothing is
 * done twice.
 */
export function useAction<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<P, Q, B, O>,
): {
  run: (
    input: CallInput<Endpoint<P, Q, B, O>>,
    options?: Omit<CallOptions, 'idempotencyKey'>,
  ) => Promise<ActionOutcome<z.output<O>>>;
  running: boolean;
} {
  const [running, setRunning] = useState(false);
  const isBusy = useRef(false);
  const pendingAction = useRef<{ fingerprint: string; key: string } | undefined>(undefined);

  const run = useCallback(
    async (
      input: CallInput<Endpoint<P, Q, B, O>>,
      options: Omit<CallOptions, 'idempotencyKey'> = {},
    ): Promise<ActionOutcome<z.output<O>>> => {
      if (isBusy.current) return { kind: 'ignored' };
      isBusy.current = true;
      setRunning(true);
      const fingerprint = JSON.stringify(input);
      if (pendingAction.current?.fingerprint !== fingerprint)
        pendingAction.current = { fingerprint, key: newIdempotencyKey() };
      try {
        const data = await call(endpoint, input, { ...options, idempotencyKey: pendingAction.current.key });
        pendingAction.current = undefined;
        return { kind: 'done', data };
      } catch (failure) {
        if (!isCallError(failure) || !failure.outcomeUnknown) pendingAction.current = undefined;
        return { kind: 'failed', failure };
      } finally {
        isBusy.current = false;
        setRunning(false);
      }
    },
    [endpoint],
  );
  return { run, running };
}
