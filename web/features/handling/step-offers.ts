import type { OrderOffer } from '#contract/work-orders.ts';

/** Actions offered for one step, which are shown at that step in the trace. */
export type StepAction = Extract<OrderOffer['action'], 'withdraw' | 'callOffCountersign'>;

export function isAtStep(offer: OrderOffer): offer is OrderOffer & { action: StepAction } {
  return offer.action === 'withdraw' || offer.action === 'callOffCountersign';
}
