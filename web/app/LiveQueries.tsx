import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveEventName } from '#web/api/live-events.ts';
import { renewQueriesThat } from '#web/api/query-of.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';

const gatherMilliseconds = 50;
/** In an office where much happens, each screen asks anew once in this time at most. */
const restMilliseconds = 1000;

/**
 * Makes the content of the screen follow the server: an event makes the stored answers that it concerns load again
 * (`live-renewals.ts`). Hidden screens load when they are shown again. Events that come together, as those of an order
 * and the inbox do with every action, are gathered, so that no answer is asked for twice. The list of the calls that an
 * event concerns is fetched with the first event: it names the calls of half the portal, and the first screen shall not
 * wait for it.
 */
export function LiveQueries() {
  const queryClient = useQueryClient();
  const come = useRef(new Set<LiveEventName>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const restsUntil = useRef(0);
  useEffect(() => {
    const events = come.current;
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      events.clear();
    };
  }, []);
  const gather = (event: LiveEventName) => {
    come.current.add(event);
    const wait = Math.max(gatherMilliseconds, restsUntil.current - performance.now());
    timer.current ??= setTimeout(() => void renew(), wait);
  };
  const renew = async () => {
    timer.current = undefined;
    // Not the time of day: set back by an hour it would leave the screen standing for as long.
    restsUntil.current = performance.now() + restMilliseconds;
    const events = [...come.current];
    come.current.clear();
    try {
      const { isRenewedBy } = await import('./live-renewals.ts');
      await renewQueriesThat(queryClient, (call) => events.some((event) => isRenewedBy[event](call)));
    } catch {
      // Without the network there is nothing to load anew either; the next event asks for these too.
      for (const event of events) come.current.add(event);
    }
  };
  useLiveEvent('inbox', () => gather('inbox'));
  useLiveEvent('work-order', () => gather('work-order'));
  useLiveEvent('message', () => gather('message'));
  useLiveEvent('schedule', () => gather('schedule'));
  useLiveEvent('session', () => gather('session'));
  return null;
}
