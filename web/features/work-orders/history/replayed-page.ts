import type { ReplayedOrder } from '#contract/order-history.ts';
import type { WorkOrderPage } from '#contract/work-orders.ts';

/** Returns the page of the order with the data of an earlier step, for print; its limit of that time is not known. */
export function replayedPage(page: WorkOrderPage, replayed: ReplayedOrder): WorkOrderPage {
  const { order } = page;
  const isEnded = order.endedAt !== null && order.endedAt <= replayed.at;
  const { status, statusLabel, forms, traces, traceTotals, process } = replayed;
  return {
    ...page,
    ...{ forms, traces, traceTotals, process },
    order: {
      ...order,
      ...{ status, statusLabel },
      endedAt: isEnded ? order.endedAt : null,
      due: { ...order.due, dueAt: null },
      // They show the present values of forms.
      extFields: [],
    },
  };
}
