import { useCallback, useEffect, useRef, useState } from 'react';
import type { PrintedOrder } from './printed-order.ts';

/** The content loaded for many orders, and the orders that failed. */
export interface LoadedOrders<Content> {
  done: ReadonlyMap<string, Content>;
  failed: ReadonlyMap<string, unknown>;
  isComplete: boolean;
  /** Loads the failed orders again. */
  retry: () => void;
}

/** Number of parallel requests: fast enough for a hundred, without occupying a small server. */
const maxParallelRequests = 3;

/** Loads data of each order, a few at a time, while it is on the screen; nothing is cached. */
export function useLoadedOrders<Content>(
  orders: readonly PrintedOrder[],
  read: (order: PrintedOrder, signal: AbortSignal) => Promise<Content>,
): LoadedOrders<Content> {
  const [done, setDone] = useState<ReadonlyMap<string, Content>>(new Map());
  const [failed, setFailed] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ orders, read, done });
  latest.current = { orders, read, done };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads only what is missing
  useEffect(() => {
    const controller = new AbortController();
    const remaining = latest.current.orders.filter(({ id }) => !latest.current.done.has(id));
    const readOne = async (): Promise<void> => {
      const order = remaining.shift();
      if (order === undefined || controller.signal.aborted) return;
      try {
        const content = await latest.current.read(order, controller.signal);
        if (!controller.signal.aborted) setDone((all) => new Map(all).set(order.id, content));
      } catch (failure) {
        if (!controller.signal.aborted) setFailed((all) => new Map(all).set(order.id, failure));
      }
      return readOne();
    };
    for (let index = 0; index < maxParallelRequests; index += 1) void readOne();
    return () => controller.abort();
  }, [attempt]);

  const retry = useCallback(() => {
    setFailed(new Map());
    setAttempt((count) => count + 1);
  }, []);
  return { done, failed, isComplete: done.size + failed.size >= orders.length, retry };
}
