import { useEffect, useMemo, useRef } from 'react';
import { isCallError } from '#web/api/call-error.ts';
import { type FieldQuery, type InterfaceResult, useFormContext } from '../form-context.ts';

/** The result of a query: its answer, or the text of its failure. */
export type QueryOutcome = InterfaceResult | { fault: string };

/** Text of a query without an answer (S2 §8). */
const queryFailureText = '查询异常';

/** Asks interfaces for one field: of several queries only the newest has an outcome. */
export interface LatestQuery {
  /** Returns undefined for a query that a newer one, `cancel`, or the removal of the field has made needless. */
  ask(query: FieldQuery): Promise<QueryOutcome | undefined>;
  cancel(): void;
}

/** Returns the queries of a field; a field that is removed gets no answer. */
export function useLatestQuery(): LatestQuery {
  const { askInterface } = useFormContext();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  return useMemo(
    () => ({
      cancel: () => running.current?.abort(),
      async ask(query) {
        running.current?.abort();
        const controller = new AbortController();
        running.current = controller;
        if (askInterface === undefined) return { fault: `${queryFailureText}：此处不能查询` };
        try {
          const result = await askInterface(query, controller.signal);
          return controller.signal.aborted ? undefined : result;
        } catch (error) {
          return controller.signal.aborted ? undefined : { fault: textOf(error) };
        }
      },
    }),
    [askInterface],
  );
}

function textOf(error: unknown): string {
  const { message } = isCallError(error) || error instanceof Error ? error : { message: '' };
  return message.startsWith(queryFailureText) ? message : `${queryFailureText}${message && `：${message}`}`;
}
