import { useEffect, useRef } from 'react';
import {
  type LiveEventListener,
  type LiveEventName,
  subscribeLiveEvents,
  subscribeOrderEvents,
} from './live-events.ts';

/** Runs `listener` for each such event of the server, while the screen is visible. */
export function useLiveEvent(name: LiveEventName, listener: LiveEventListener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => subscribeLiveEvents(name, (id) => latest.current(id)), [name]);
}

/**
 * Reports every change of one work order while it is on the screen, including changes by people who have no
 * candidate key in common with the reader. An empty id may mean any order.
 */
export function useLiveOrder(orderId: string | undefined, onChange: () => void): void {
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(
    () => (orderId === undefined ? undefined : subscribeOrderEvents(orderId, () => latest.current())),
    [orderId],
  );
  useLiveEvent('work-order', (id) => {
    if (id === '' || id === orderId) onChange();
  });
}
