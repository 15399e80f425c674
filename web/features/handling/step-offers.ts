import type { OrderOffer } from '#contract/work-orders.ts';

/** Offers about one step, which stand at that step in the trace. */
export type StepAction = Extract<OrderOffer['action'], 'withdraw' | 'callOffCountersign'>;

export function isAtStep(offer: OrderOffer): offer is OrderOffer & { action: StepAction } {
  return offer.action === 'withdraw' || offer.action === 'callOffCountersign';
}
