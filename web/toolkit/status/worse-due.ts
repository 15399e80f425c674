import type { DueFacts } from './DueLight.tsx';

/** A limit with its owner. */
export interface DueWithOwner {
  due: DueFacts;
  owner: '环节' | '全程';
}

const ranks = { none: 0, green: 1, yellow: 2, red: 3 } as const;

/** Returns the worse light of an open order, for a place with only one: that of its step or of the whole. */
export function worseDue(order: {
  due: DueFacts;
  stepDue: DueFacts;
  overdueDays: number;
  stepOverdueDays: number;
}): DueWithOwner {
  const { due, stepDue } = order;
  const difference = ranks[stepDue.light] - ranks[due.light] || order.stepOverdueDays - order.overdueDays;
  return difference > 0 ? { due: stepDue, owner: '环节' } : { due, owner: '全程' };
}
