import { useState } from 'react';
import type { WorkOrderPage } from '#contract/work-orders.ts';

/**
 * Keeps the task that the user works on while the order moves under it: the answer in hand stays until the user asks for
 * the new one, so that nothing typed is lost; who only reads follows every change.
 */
export function useOrderInHand(fresh: WorkOrderPage): {
  inHand: WorkOrderPage;
  /** The order went on since; read-only parts show it already. */
  moved: boolean;
  /** The task in hand is no longer open to this person: nothing may be sent from it. */
  stale: boolean;
  take: (page: WorkOrderPage) => void;
} {
  const [inHand, setInHand] = useState(fresh);
  if (inHand !== fresh && !isActing(inHand)) setInHand(fresh);
  const held = isActing(inHand) ? inHand : fresh;
  return {
    inHand: held,
    moved: held.order.version !== fresh.order.version,
    stale: actingTask(held) !== actingTask(fresh),
    take: setInHand,
  };
}

/** Whether this person has something to send: an open task, or an order that came back to its initiator. */
export function isActing(page: WorkOrderPage): boolean {
  return actingTask(page) !== undefined;
}

/** What names the task in hand: its trace, or the resubmission that has none of its own. */
function actingTask(page: WorkOrderPage): string | undefined {
  if (page.can.resubmit) return page.task?.traceId ?? 'resubmit';
  return page.can.handle ? page.task?.traceId : undefined;
}
