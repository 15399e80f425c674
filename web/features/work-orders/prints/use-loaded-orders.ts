import { useCallback, useEffect, useRef, useState } from 'react';
import type { PrintedOrder } from './printed-order.ts';

/** The content loaded for many orders, and the orders that failed. */
export interface LoadedOrders<What> {
  done: ReadonlyMap<string, What>;
  failed: ReadonlyMap<string, unknown>;
  whole: boolean;
  /** Loads the failed ones again. */
  again: () => void;
}

/** Number of parallel requests: fast enough for a hundred, without occupying a small server. */
const maxParallelRequests = 3;

/** Loads data of each order, a few at a time, while it is on the screen; nothing is cached. */
export function useLoadedOrders<What>(
  orders: readonly PrintedOrder[],
  read: (order: PrintedOrder, signal: AbortSignal) => Promise<What>,
): LoadedOrders<What> {
  const [done, setDone] = useState<ReadonlyMap<string, What>>(new Map());
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [round, setRound] = useState(0);
  const latest = useRef({ orders, read, done });
  latest.current = { orders, read, done };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads only what is missing
  useEffect(() => {
    const stop = new AbortController();
    const waiting = latest.current.orders.filter(({ id }) => !latest.current.done.has(id));
    const readOne = async (): Promise<void> => {
      const order = waiting.shift();
      if (order === undefined || stop.signal.aborted) return;
      try {
        const what = await latest.current.read(order, stop.signal);
        if (!stop.signal.aborted) setDone((all) => new Map(all).set(order.id, what));
      } catch (failure) {
        if (!stop.signal.aborted) setFailed((all) => new Map(all).set(order.id, failure));
      }
      return readOne();
    };
    for (let index = 0; index < maxParallelRequests; index += 1) void readOne();
    return () => stop.abort();
  }, [round]);

  const again = useCallback(() => {
    setFailed(new Map());
    setRound((count) => count + 1);
  }, []);
  return { done, failed, whole: done.size + failed.size >= orders.length, again };
}
