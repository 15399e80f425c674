import { isRefusal } from '../refusals/refusals.ts';
import { type NextStepRequest, previewNextTasks } from './actions/preview.ts';
import { actionOf, actions } from './actions/registry.ts';
import { createBuilder, nodeOf } from './decision/builder.ts';
import { candidatesFor } from './decision/candidates.ts';
import { mayBeNamed, namingOf } from './decision/naming.ts';
import type { DecisionRefusal } from './model/decision-refusals.ts';
import type { DecisionContext, OrderState } from './model/model.ts';

export interface NextUserTask {
  nodeId: string;
  nodeName: string;
  /** Keys that would get the task if no handler is named; empty if no person has any of them. */
  candidates: string[];
  /**
   * People whom the button allows to name here: no person, those of the candidates, any person who may handle
   * matters.
   */
  naming: 'nobody' | 'candidates' | 'handlers';
  /** Checks whether this key may be named. */
  mayBeNamed(key: string): boolean;
}

/**
 * Returns the next user tasks if the task is handled with the button, for choosing their handlers (forward,
 * S1 §5). Joins are passed, so that handlers can be named for the node behind a join that still waits.
 */
export function nextUserTasks(
  state: OrderState,
  request: NextStepRequest,
  context: DecisionContext,
): NextUserTask[] | DecisionRefusal {
  const builder = createBuilder(state, context);
  const nodes = previewNextTasks(builder, request);
  if (isRefusal(nodes)) return nodes;
  const task = state.tasks[request.taskId - 1];
  const currentNode = task && nodeOf(context.definition, task.nodeId);
  const button =
    currentNode?.kind === 'userTask'
      ? currentNode.buttons.find(({ id }) => id === request.buttonId)
      : undefined;
  const action = button && actionOf(button.code);
  const naming = action === undefined ? 'nobody' : namingOf(button ?? {}, actions[action]);
  return nodes.map(({ node, token }) => ({
    nodeId: node.id,
    nodeName: node.name,
    candidates: candidatesFor(builder.state, node, token, context),
    naming: naming === 'nobody' ? 'nobody' : (node.named ?? 'handlers'),
    mayBeNamed: (key) => mayBeNamed(builder, naming, node, key),
  }));
}
