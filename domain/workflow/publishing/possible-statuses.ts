import { WorkOrderStatus } from '../../enumerations/work-order-status.ts';
import { actionOf, actions } from '../actions/registry.ts';
import type { FlowNode, NodeButton, ProcessDefinition } from '../model/model.ts';

/**
 * Returns every status that an order of this process can have (S1 §4), in the order of the list: the stages
 * of its nodes, the results of its ends and of the buttons that end it, and 32 and 31, because every order
 * can be recalled.
 */
export function possibleStatuses(definition: ProcessDefinition): WorkOrderStatus[] {
  const statuses = new Set(Object.values(definition.nodes).flatMap(statusesOfNode));
  statuses.add(WorkOrderStatus.returnPending).add(WorkOrderStatus.returnHandled);
  return [...statuses].sort((left, right) => left - right);
}

function statusesOfNode(node: FlowNode): WorkOrderStatus[] {
  if (node.kind === 'end') return [node.result];
  if (node.kind !== 'userTask') return [];
  const activeButtons = node.buttons.filter(({ state, opType }) => state === 1 && opType === 1);
  return [node.stage, ...activeButtons.flatMap(statusesOfButton)];
}

function statusesOfButton(button: NodeButton): WorkOrderStatus[] {
  if (button.code === actions.startCountersign.buttonCode) {
    return [WorkOrderStatus.awaitingCountersign, WorkOrderStatus.countersignDone];
  }
  const action = actionOf(button.code);
  const end = action && actions[action].endsWith?.(button);
  return end ? [end] : [];
}
