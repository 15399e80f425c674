import { describe, expect, it } from 'vitest';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import type { OrderState, Task, TaskOutcome } from '../workflow/model/model.ts';
import { hasReturned, isSuperseded } from './counted-opinions.ts';

const taskOf = (id: number, outcome: TaskOutcome | null, nodeId = 'receive') =>
  ({ id, tokenId: id, nodeId, outcome, finishedAt: '2026-03-02T02:00:00.000Z' }) as Task;
const stateOf = (tasks: Task[], more: Partial<OrderState> = {}) =>
  ({
    ended: null,
    tasks,
    tokens: tasks.map(({ id, outcome }) => ({ id, dead: outcome !== null })),
    ...more,
  }) as unknown as OrderState;
const voided = {
  ended: { nodeId: 'x', result: WorkOrderStatus.voidedAndConcluded, at: '2026-03-03T02:00:00.000Z' },
};

describe('document of a task', () => {
  it.each([
    ['returned', {}, false],
    ['handled', {}, true],
    ['closedByReturn', {}, true],
    ['returned', voided, true],
    ['voided', voided, false],
    ['handled', voided, true],
  ] as const)(
    'has the right validity when the task was %s and its visit is over: %#',
    (outcome, more, expected) => {
      const task = taskOf(1, outcome);
      expect(isSuperseded(stateOf([task], more), { task, isManual: false })).toBe(expected);
    },
  );

  it('depends only on the order when it was made manually', () => {
    const task = taskOf(1, 'voided');
    expect(isSuperseded(stateOf([task], voided), { task, isManual: true })).toBe(true);
    expect(isSuperseded(stateOf([task]), { task, isManual: true })).toBe(false);
  });
});

it('an order has come back to the returning node when the node is visited again', () => {
  const task = taskOf(1, 'returned');
  expect(hasReturned(stateOf([task, taskOf(2, null, 'start')]), task)).toBe(false);
  expect(hasReturned(stateOf([task, taskOf(2, null)]), task)).toBe(true);
  expect(hasReturned(stateOf([taskOf(1, 'handled'), taskOf(2, null)]), taskOf(1, 'handled'))).toBe(false);
});
