import type { NodeButton, OrderState, ProcessDefinition, Task } from '../model/model.ts';

/**
 * Returns the button in use that a node has on its done tasks (opType 2, S1 §6) by this code, while the order
 * runs; undefined where the definition gives none.
 */
export function doneButton(
  { ended }: Pick<OrderState, 'ended'>,
  { nodes }: ProcessDefinition,
  { nodeId }: Pick<Task, 'nodeId'>,
  code: string,
): NodeButton | undefined {
  const node = nodes[nodeId];
  if (ended !== null || node?.kind !== 'userTask') return undefined;
  return node.buttons.find((button) => button.code === code && button.state === 1 && button.opType === 2);
}
