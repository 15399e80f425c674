import { describe, expect, it } from 'vitest';
import { isDraft, isEnded, isUnfinished, phaseOf } from './work-order-phase.ts';
import { WorkOrderStatus } from './work-order-status.ts';

const all = Object.values(WorkOrderStatus);

describe('phase of a work order status', () => {
  it('is ended for 9 to 16, 30, 35, 91 and 92', () => {
    expect(all.filter(isEnded)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 30, 35, 91, 92]);
  });

  it('is draft for -1, 0 and 90', () => {
    expect(all.filter(isDraft)).toEqual([-1, 0, 90]);
  });

  it('is waiting for 7, 8, 36 and 37', () => {
    expect(all.filter((status) => phaseOf(status) === 'waiting')).toEqual([7, 8, 36, 37]);
  });

  it('is exactly one of draft, unfinished and ended', () => {
    for (const status of all) {
      expect([isDraft, isEnded, isUnfinished].filter((is) => is(status))).toHaveLength(1);
    }
  });
});
