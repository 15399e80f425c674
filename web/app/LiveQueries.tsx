import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { LiveEventName } from '#web/api/live-events.ts';
import { renewQueriesThat } from '#web/api/query-of.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';
import { isRenewedBy } from './live-renewals.ts';

const gatherMilliseconds = 50;

/**
 * Makes what is on the screen follow the server: an event makes the kept answers that it concerns load anew (`live-renewals.ts`).
 * Hidden screens do so when they are shown again. What comes together, as an order and the inbox do with every action, is
 * gathered, so that no answer is asked for twice.
 */
export function LiveQueries() {
  const queryClient = useQueryClient();
  const come = useRef(new Set<LiveEventName>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const events = come.current;
    return () => {
      clearTimeout(timer.current);
      events.clear();
    };
  }, []);
  const gather = (event: LiveEventName) => {
    if (come.current.size === 0) timer.current = setTimeout(renew, gatherMilliseconds);
    come.current.add(event);
  };
  const renew = () => {
    const events = [...come.current];
    come.current.clear();
    void renewQueriesThat(queryClient, (call) => events.some((event) => isRenewedBy[event](call)));
  };
  useLiveEvent('inbox', () => gather('inbox'));
  useLiveEvent('work-order', () => gather('work-order'));
  useLiveEvent('message', () => gather('message'));
  useLiveEvent('session', () => gather('session'));
  return null;
}
