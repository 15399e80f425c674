import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { handOvers } from '#contract/hand-overs.ts';
import { call, newIdempotencyKey } from '#web/api/call.ts';
import { renewAfter, renewQueries } from '#web/api/query-of.ts';

/**
 * Moves the tasks of a hand-over in batches, until none waits or the dialog closes; the rest can be
 * resumed.
 */
export function useTaskMoves(id: string) {
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const isBusy = useRef(false);
  const isActive = useRef(true);

  const run = useCallback(
    async (retriesFailed: boolean) => {
      if (isBusy.current) return;
      isBusy.current = true;
      isActive.current = true;
      setRunning(true);
      setFailure(undefined);
      try {
        for (let isFirst = true; isActive.current; isFirst = false) {
          const { waiting } = await call(
            handOvers.move,
            { params: { id }, body: { again: retriesFailed && isFirst } },
            { idempotencyKey: newIdempotencyKey() },
          );
          // The lists behind the dialog are renewed once, at the end.
          await renewQueries(client, [handOvers.detail]);
          if (waiting === 0) break;
        }
      } catch (error) {
        setFailure(error);
        await renewQueries(client, [handOvers.detail]);
      } finally {
        isBusy.current = false;
        setRunning(false);
        await renewAfter(client, handOvers.move);
      }
    },
    [client, id],
  );

  useEffect(
    () => () => {
      isActive.current = false;
    },
    [],
  );
  const stop = () => {
    isActive.current = false;
  };
  return { run, running, stop, failure };
}
