import { useCallback, useEffect, useRef, useState } from 'react';
import type { PrintedOrder } from './printed-order.ts';

/** The content loaded for many orders, and the orders that failed. */
export interface LoadedOrders<Content> {
  contents: ReadonlyMap<string, Content>;
  failures: ReadonlyMap<string, unknown>;
  isComplete: boolean;
  /** Loads the failed orders again. */
  retry: () => void;
}

/** Number of parallel requests: fast enough for a hundred, without overloading a small server. */
const maxParallelRequests = 3;

/** Loads data of each order, a few at a time, while it is on the screen; nothing is cached. */
export function useLoadedOrders<Content>(
  orders: readonly PrintedOrder[],
  read: (order: PrintedOrder, signal: AbortSignal) => Promise<Content>,
): LoadedOrders<Content> {
  const [contents, setContents] = useState<ReadonlyMap<string, Content>>(new Map());
  const [failures, setFailures] = useState<ReadonlyMap<string, unknown>>(new Map());
  const [attempt, setAttempt] = useState(0);
  const latest = useRef({ orders, read, contents });
  latest.current = { orders, read, contents };

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads only what is missing
  useEffect(() => {
    const controller = new AbortController();
    const remaining = latest.current.orders.filter(({ id }) => !latest.current.contents.has(id));
    const readOne = async (): Promise<void> => {
      const order = remaining.shift();
      if (order === undefined || controller.signal.aborted) return;
      try {
        const content = await latest.current.read(order, controller.signal);
        if (!controller.signal.aborted) setContents((all) => new Map(all).set(order.id, content));
      } catch (failure) {
        if (!controller.signal.aborted) setFailures((all) => new Map(all).set(order.id, failure));
      }
      return readOne();
    };
    for (let index = 0; index < maxParallelRequests; index += 1) void readOne();
    return () => controller.abort();
  }, [attempt]);

  const retry = useCallback(() => {
    setFailures(new Map());
    setAttempt((count) => count + 1);
  }, []);
  return { contents, failures, isComplete: contents.size + failures.size >= orders.length, retry };
}
