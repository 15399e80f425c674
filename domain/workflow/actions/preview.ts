/** Determines the next steps of an order before they happen. */
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import {
  type DecisionBuilder,
  emit,
  finishTask,
  fireTransition,
  nodeOf,
  tokenOf,
} from '../decision/builder.ts';
import { candidatesFor } from '../decision/candidates.ts';
import { chosenFlows, tokensAtJoin } from '../decision/gateways.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { maxFiringsPerDecision } from '../model/limits.ts';
import type { NextHandlers, Token, UserTaskNode } from '../model/model.ts';
import { directReturnOf } from '../state/net.ts';
import { recordButton } from './continue-flow.ts';

export interface NextStepRequest {
  taskId: number;
  buttonId: string;
  branchNodeIds?: readonly string[];
  nextHandlers?: NextHandlers;
}

/** Returns the ids of the next user tasks. */
export function nodesAfter(builder: DecisionBuilder, request: NextStepRequest): string[] | DecisionRefusal {
  const nodes = previewNextTasks(builder, request);
  return isRefusal(nodes) ? nodes : nodes.map(({ node }) => node.id);
}

export interface ReachedTask {
  node: UserTaskNode;
  token: Token;
}

/**
 * Advances the builder to the next user tasks and returns each with the token that would be there; joins are
 * passed.
 */
export function previewNextTasks(
  builder: DecisionBuilder,
  request: NextStepRequest,
): ReachedTask[] | DecisionRefusal {
  const { definition } = builder.context;
  const task = builder.state.tasks[request.taskId - 1];
  if (task === undefined || task.outcome !== null) return refuse('taskAlreadyHandled');
  if (directReturnOf(builder.state, task) !== undefined) return [];
  const node = nodeOf(definition, task.nodeId);
  const button = node.kind === 'userTask' && node.buttons.find(({ id }) => id === request.buttonId);
  const { nextHandlers, branchNodeIds } = request;
  finishTask(builder, task.id, 'handled', {
    buttonId: request.buttonId,
    ...(nextHandlers && { nextHandlers }),
    ...(branchNodeIds && { branchNodeIds }),
  });
  if (button) recordButton(builder, button, task.tokenId);

  const arrivals = new Map<string, ReachedTask>();
  const first = fire(builder, node.id, [tokenOf(builder.state, task.tokenId)], node.outgoing.slice(0, 1));
  const pending = first.map((token) => ({ token, isAfterJoin: false }));
  for (let firings = 0; firings < maxFiringsPerDecision; firings++) {
    const next = pending.pop();
    if (next === undefined) break;
    // Already consumed at a join together with an earlier token.
    if (tokenOf(builder.state, next.token.id).usedBy !== null) continue;
    const nextNode = nodeOf(definition, next.token.nodeId);
    if (nextNode.kind === 'end') continue;
    if (nextNode.kind === 'userTask' && !isSkipped(builder, nextNode, next.token)) {
      arrivals.set(nextNode.id, { node: nextNode, token: next.token });
      continue;
    }
    if (nextNode.kind === 'serviceTask' && nextNode.service.kind === 'setVariable') {
      const values = { [nextNode.service.name]: nextNode.service.value };
      emit(builder, { type: 'variablesSet', values, tokenId: next.token.id });
    }
    const isGateway =
      nextNode.kind === 'exclusive' || nextNode.kind === 'parallel' || nextNode.kind === 'inclusive';
    const isJoin = isGateway && nextNode.kind !== 'exclusive' && nextNode.incoming.length > 1;
    const isAfterJoin = next.isAfterJoin || isJoin;
    const flows = isGateway ? chosenFlows(builder, nextNode, next.token) : nextNode.outgoing.slice(0, 1);
    if (isRefusal(flows)) {
      // A token that a join still waits for may set the variables of the conditions behind it.
      if (isAfterJoin) continue;
      return flows;
    }
    // Handlers for the nodes behind a join may have been named by tokens that already wait at it.
    const waiting = isJoin ? tokensAtJoin(builder, nextNode) : [];
    const consumed = [next.token, ...waiting.filter(({ id }) => id !== next.token.id)];
    pending.push(...fire(builder, nextNode.id, consumed, flows).map((token) => ({ token, isAfterJoin })));
  }
  return [...arrivals.values()].reverse();
}

function fire(
  builder: DecisionBuilder,
  nodeId: string,
  consumed: readonly Token[],
  flows: readonly string[],
): Token[] {
  const before = builder.state.tokens.length;
  fireTransition(builder, nodeId, consumed, flows);
  return builder.state.tokens.slice(before);
}

function isSkipped(builder: DecisionBuilder, node: UserTaskNode, token: Token): boolean {
  return (
    node.emptyCandidates === 'skip' && candidatesFor(builder.state, node, token, builder.context).length === 0
  );
}
