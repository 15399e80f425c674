import { describe, expect, it } from 'vitest';
import { WorkOrderStatus } from '../enumerations/work-order-status.ts';
import type { OrderState, Task, TaskOutcome } from '../workflow/model/model.ts';
import { isVoidDocument, manualButtonId } from './document-validity.ts';

const taskOf = (id: number, outcome: TaskOutcome | null) =>
  ({ id, tokenId: id, outcome, finishedAt: '2026-03-02T02:00:00.000Z' }) as Task;
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
const madeAt = (buttonId: string, voidedAt: Date | null = null) => ({ taskNumber: 1, buttonId, voidedAt });

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
      expect(isVoidDocument(stateOf([task], more), madeAt('accept'))).toBe(expected);
    },
  );

  it('depends only on the order when it was made manually', () => {
    const task = taskOf(1, 'voided');
    expect(isVoidDocument(stateOf([task], voided), madeAt(manualButtonId))).toBe(true);
    expect(isVoidDocument(stateOf([task]), madeAt(manualButtonId))).toBe(false);
  });

  it('is void when the matter administrator voided it', () => {
    const voidedAt = new Date('2026-03-02T03:00:00.000Z');
    expect(isVoidDocument(stateOf([taskOf(1, null)]), madeAt('accept'))).toBe(false);
    expect(isVoidDocument(stateOf([taskOf(1, null)]), madeAt('accept', voidedAt))).toBe(true);
  });
});
