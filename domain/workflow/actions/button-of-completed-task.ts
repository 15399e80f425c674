import type { NodeButton, OrderState, ProcessDefinition, Task } from '../model/model.ts';

/**
 * Returns the enabled button with this code that a node has on its completed tasks (opType 2, S1 §6), while
 * the order runs; undefined if the definition has none.
 */
export function buttonOfCompletedTask(
  { ended }: Pick<OrderState, 'ended'>,
  { nodes }: ProcessDefinition,
  { nodeId }: Pick<Task, 'nodeId'>,
  code: string,
): NodeButton | undefined {
  const node = nodes[nodeId];
  if (ended !== null || node?.kind !== 'userTask') return undefined;
  return node.buttons.find((button) => button.code === code && button.state === 1 && button.opType === 2);
}
