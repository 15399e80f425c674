import { checksMaterialsAt } from '../materials/material-check.ts';
import { workKinds } from './actions/checks.ts';
import type { ProcessDefinition, Task } from './model/model.ts';

/** Checks whether the materials of the order are checked at this task: it is open, a node's own work, and at the reception. */
export function isMaterialTask({ nodes }: Pick<ProcessDefinition, 'nodes'>, task: Task): boolean {
  const node = nodes[task.nodeId];
  return (
    node?.kind === 'userTask' &&
    checksMaterialsAt(node.stage) &&
    task.outcome === null &&
    workKinds.includes(task.kind)
  );
}
