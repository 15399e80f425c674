import { expect, test } from 'vitest';
import { WorkOrderStatus, workOrderStatusLabel } from '../../enumerations/work-order-status.ts';
import { isStage, statusKindOf } from './status-kinds.ts';

const statuses = Object.values(WorkOrderStatus);

test('the stages are the statuses 1-6 and 20-25, all of them labelled 待', () => {
  const stages = statuses.filter(isStage);
  expect(stages).toEqual([1, 2, 3, 4, 5, 6, 20, 21, 22, 23, 24, 25]);
  expect(stages.every((status) => workOrderStatusLabel[status].startsWith('待'))).toBe(true);
});

test('the ended statuses are 9-16, 30, 35, 91 and 92', () => {
  const ended = statuses.filter((status) => statusKindOf(status) === 'ended');
  expect(ended).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 30, 35, 91, 92]);
});
