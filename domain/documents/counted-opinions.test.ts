import { expect, it } from 'vitest';
import type { OrderState, Task, TaskOutcome } from '../workflow/model/model.ts';
import { hasReturned } from './counted-opinions.ts';

const taskOf = (id: number, outcome: TaskOutcome | null, nodeId = 'receive') =>
  ({ id, nodeId, outcome }) as Task;
const stateOf = (tasks: Task[]) => ({ tasks }) as unknown as OrderState;

it('an order has come back to the returning node when the node is visited again', () => {
  const task = taskOf(1, 'returned');
  expect(hasReturned(stateOf([task, taskOf(2, null, 'start')]), task)).toBe(false);
  expect(hasReturned(stateOf([task, taskOf(2, null)]), task)).toBe(true);
  expect(hasReturned(stateOf([taskOf(1, 'handled'), taskOf(2, null)]), taskOf(1, 'handled'))).toBe(false);
});
