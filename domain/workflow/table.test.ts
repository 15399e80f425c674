import { expect, test } from 'vitest';
import { isEnded } from '../enumerations/work-order-phase.ts';
import { WorkOrderStatus, workOrderStatusLabel } from '../enumerations/work-order-status.ts';
import { isEndResult, isStage, transitions } from './table.ts';

const statuses = Object.values(WorkOrderStatus);

test('the stages are the statuses 1-6 and 20-25, all of them 待', () => {
  const stages = statuses.filter(isStage);
  expect(stages).toEqual([1, 2, 3, 4, 5, 6, 20, 21, 22, 23, 24, 25]);
  expect(stages.every((status) => workOrderStatusLabel[status].startsWith('待'))).toBe(true);
});

test('the end results are 9-16, 30, 35 and 90-92, as the phases have them', () => {
  const results = statuses.filter(isEndResult);
  expect(results).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 30, 35, 90, 91, 92]);
  expect(results).toEqual(statuses.filter(isEnded));
});

test('nothing is withdrawn or recalled while a rollback is open, nothing at all is done to an ended order', () => {
  const { actions } = transitions[WorkOrderStatus.rollbackPending];
  expect(actions).toContain('resubmit');
  expect(actions).not.toContain('withdraw');
  expect(actions).not.toContain('recall');
  expect(statuses.filter(isEndResult).flatMap((status) => transitions[status].actions)).toEqual([]);
});
