import { useQueryClient } from '@tanstack/react-query';
import type { LiveEventName } from '#web/api/live-events.ts';
import { renewQueriesThat } from '#web/api/query-of.ts';
import { useLiveEvent } from '#web/api/use-live-event.ts';
import { isRenewedBy } from './live-renewals.ts';

/**
 * Makes what is on the screen follow the server: an event makes the kept answers that it concerns load anew (`live-renewals.ts`).
 * Hidden screens do so when they are shown again.
 */
export function LiveQueries() {
  const queryClient = useQueryClient();
  const renew = (event: LiveEventName) => void renewQueriesThat(queryClient, isRenewedBy[event]);
  useLiveEvent('inbox', () => renew('inbox'));
  useLiveEvent('work-order', () => renew('work-order'));
  useLiveEvent('message', () => renew('message'));
  useLiveEvent('session', () => renew('session'));
  return null;
}
