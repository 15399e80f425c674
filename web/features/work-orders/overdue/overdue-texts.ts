import type { QueriedOrder } from '#contract/order-query.ts';

/** Returns the reason for urging several orders; empty unless all of them are overdue. */
export function reasonToUrgeAll(
  orders: readonly Pick<QueriedOrder, 'stepOverdueDays' | 'overdueDays'>[],
): string {
  const isLate = orders.every((order) => order.stepOverdueDays > 0 || order.overdueDays > 0);
  return isLate ? '已超期，请尽快办理。' : '';
}

/** Returns the reason for urging an overdue order, as its list shows it; empty if nothing is overdue. */
export function reasonToUrge({
  nodeName,
  stepOverdueDays,
  overdueDays,
}: Pick<QueriedOrder, 'nodeName' | 'stepOverdueDays' | 'overdueDays'>): string {
  const reasons = [
    ...(stepOverdueDays > 0 ? [`环节“${nodeName}”已超期 ${stepOverdueDays} 天`] : []),
    ...(overdueDays > 0 ? [`全程已超期 ${overdueDays} 天`] : []),
  ];
  return reasons.length === 0 ? '' : `${reasons.join('，')}，请尽快办理。`;
}
