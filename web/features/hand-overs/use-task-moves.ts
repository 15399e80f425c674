import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { handOvers } from '#contract/hand-overs.ts';
import { call, newIdempotencyKey } from '#web/api/call.ts';
import { renewAfter, renewQueries } from '#web/api/query-of.ts';

/**
 * Moves the tasks of a hand-over some at a time, until none waits or the dialog closes; the rest can be
 * resumed.
 */
export function useTaskMoves(id: string) {
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const busy = useRef(false);
  const wanted = useRef(true);

  const run = useCallback(
    async (again: boolean) => {
      if (busy.current) return;
      busy.current = true;
      wanted.current = true;
      setRunning(true);
      setFailure(undefined);
      try {
        for (let first = true; wanted.current; first = false) {
          const { waiting } = await call(
            handOvers.move,
            { params: { id }, body: { again: again && first } },
            { idempotencyKey: newIdempotencyKey() },
          );
          // The lists behind the dialog follow once, at the end.
          await renewQueries(client, [handOvers.detail]);
          if (waiting === 0) break;
        }
      } catch (caught) {
        setFailure(caught);
        await renewQueries(client, [handOvers.detail]);
      } finally {
        busy.current = false;
        setRunning(false);
        await renewAfter(client, handOvers.move);
      }
    },
    [client, id],
  );

  useEffect(
    () => () => {
      wanted.current = false;
    },
    [],
  );
  const stop = () => {
    wanted.current = false;
  };
  return { run, running, stop, failure };
}
