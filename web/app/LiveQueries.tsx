import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveEventName } from '#web/api/live-events.ts';
import { renewMatchingQueries } from '#web/api/query-of.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';

const gatherMilliseconds = 50;
/** In a busy office, each screen reloads at most once in this time. */
const minIntervalMilliseconds = 1000;

/**
 * Keeps the content of the screen up to date: an event reloads the cached answers that it concerns
 * (`live-renewals.ts`). Hidden screens reload when they are shown again. Events at the same time, such as
 * those of an order and of the inbox after an action, are collected, so that no answer is requested twice.
 * The list of calls that an event concerns is loaded with the first event: it names half of the portal's
 * calls, and the first screen should not wait for it.
 */
export function LiveQueries() {
  const queryClient = useQueryClient();
  const arrivedEvents = useRef(new Set<LiveEventName>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const nextRenewalTime = useRef(0);
  useEffect(() => {
    const events = arrivedEvents.current;
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
      events.clear();
    };
  }, []);
  const gather = (event: LiveEventName) => {
    arrivedEvents.current.add(event);
    const wait = Math.max(gatherMilliseconds, nextRenewalTime.current - performance.now());
    timer.current ??= setTimeout(() => void renew(), wait);
  };
  const renew = async () => {
    timer.current = undefined;
    // The next renewal depends on no clock time: if the clock were set back by an hour, the screen would not
    // reload for an hour.
    nextRenewalTime.current = performance.now() + minIntervalMilliseconds;
    const events = [...arrivedEvents.current];
    arrivedEvents.current.clear();
    try {
      const { isRenewedBy } = await import('./live-renewals.ts');
      await renewMatchingQueries(queryClient, (call) => events.some((event) => isRenewedBy[event](call)));
    } catch {
      // Without a network nothing can be reloaded; the next event includes these too.
      for (const event of events) arrivedEvents.current.add(event);
    }
  };
  useLiveEvent('inbox', () => gather('inbox'));
  useLiveEvent('work-order', () => gather('work-order'));
  useLiveEvent('message', () => gather('message'));
  useLiveEvent('schedule', () => gather('schedule'));
  useLiveEvent('session', () => gather('session'));
  return null;
}
