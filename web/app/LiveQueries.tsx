import { useQueryClient } from '@tanstack/react-query';
import { useLiveEvent } from '#web/api/use-live-event.ts';

/**
 * Makes what is on the screen follow the server: query keys begin with the capability, and an event of a capability
 * makes its queries load anew. Hidden screens do so when they are shown again.
 */
export function LiveQueries() {
  const queryClient = useQueryClient();
  const renew = (capability: string) => void queryClient.invalidateQueries({ queryKey: [capability] });
  useLiveEvent('inbox', () => renew('work-orders'));
  useLiveEvent('work-order', () => renew('work-orders'));
  useLiveEvent('message', () => renew('messages'));
  useLiveEvent('session', () => renew('session'));
  return null;
}
