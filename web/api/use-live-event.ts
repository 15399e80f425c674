import { useEffect, useRef } from 'react';
import { type LiveEventListener, type LiveEventName, listenLive, watchOrder } from './live-events.ts';

/** Runs `listener` for each such event of the server, while the screen is visible. */
export function useLiveEvent(name: LiveEventName, listener: LiveEventListener): void {
  const latest = useRef(listener);
  latest.current = listener;
  useEffect(() => listenLive(name, (id) => latest.current(id)), [name]);
}

/** Hears of every change of one work order while it is on the screen, also by people who share no inbox with the reader. */
export function useLiveOrder(orderId: string | undefined, onChange: () => void): void {
  useEffect(() => (orderId === undefined ? undefined : watchOrder(orderId)), [orderId]);
  useLiveEvent('work-order', (id) => {
    if (id === '' || id === orderId) onChange();
  });
}
