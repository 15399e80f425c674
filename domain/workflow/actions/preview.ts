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
import { directRollbackOf } from '../state/net.ts';
import { recordButton } from './continue-flow.ts';

export interface NextStepRequest {
  taskId: number;
  buttonId: string;
  branchNodeIds?: readonly string[];
  nextHandlers?: NextHandlers;
}

/** Returns the ids of the next user tasks. */
export function nodesAfter(builder: DecisionBuilder, question: NextStepRequest): string[] | DecisionRefusal {
  const nodes = walkPreview(builder, question);
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
export function walkPreview(
  builder: DecisionBuilder,
  question: NextStepRequest,
): ReachedTask[] | DecisionRefusal {
  const { definition } = builder.context;
  const task = builder.state.tasks[question.taskId - 1];
  if (task === undefined || task.outcome !== null) return refuse('taskAlreadyHandled');
  if (directRollbackOf(builder.state, task) !== undefined) return [];
  const node = nodeOf(definition, task.nodeId);
  const button = node.kind === 'userTask' && node.buttons.find(({ id }) => id === question.buttonId);
  const { nextHandlers, branchNodeIds } = question;
  finishTask(builder, task.id, 'handled', {
    buttonId: question.buttonId,
    ...(nextHandlers && { nextHandlers }),
    ...(branchNodeIds && { branchNodeIds }),
  });
  if (button) recordButton(builder, button, task.tokenId);

  const arrivals = new Map<string, ReachedTask>();
  const first = walk(builder, node.id, [tokenOf(builder.state, task.tokenId)], node.outgoing.slice(0, 1));
  const front = first.map((token) => ({ token, behindJoin: false }));
  for (let firings = 0; firings < maxFiringsPerDecision; firings++) {
    const next = front.pop();
    if (next === undefined) break;
    // Already consumed at a join together with an earlier token.
    if (tokenOf(builder.state, next.token.id).usedBy !== null) continue;
    const at = nodeOf(definition, next.token.nodeId);
    if (at.kind === 'end') continue;
    if (at.kind === 'userTask' && !isSkipped(builder, at, next.token)) {
      arrivals.set(at.id, { node: at, token: next.token });
      continue;
    }
    if (at.kind === 'serviceTask' && at.service.kind === 'setVariable') {
      const values = { [at.service.name]: at.service.value };
      emit(builder, { type: 'variablesSet', values, tokenId: next.token.id });
    }
    const isGateway = at.kind === 'exclusive' || at.kind === 'parallel' || at.kind === 'inclusive';
    const isJoin = isGateway && at.kind !== 'exclusive' && at.incoming.length > 1;
    const behindJoin = next.behindJoin || isJoin;
    const flows = isGateway ? chosenFlows(builder, at, next.token) : at.outgoing.slice(0, 1);
    if (isRefusal(flows)) {
      // A token that a join still waits for may set the variables of the conditions behind it.
      if (behindJoin) continue;
      return flows;
    }
    // Handlers for the nodes behind a join may have been named by tokens that already wait at it.
    const waiting = isJoin ? tokensAtJoin(builder, at) : [];
    const takes = [next.token, ...waiting.filter(({ id }) => id !== next.token.id)];
    front.push(...walk(builder, at.id, takes, flows).map((token) => ({ token, behindJoin })));
  }
  return [...arrivals.values()].reverse();
}

function walk(
  builder: DecisionBuilder,
  nodeId: string,
  takes: readonly Token[],
  flows: readonly string[],
): Token[] {
  const before = builder.state.tokens.length;
  fireTransition(builder, nodeId, takes, flows);
  return builder.state.tokens.slice(before);
}

function isSkipped(builder: DecisionBuilder, node: UserTaskNode, token: Token): boolean {
  return (
    node.emptyCandidates === 'skip' && candidatesFor(builder.state, node, token, builder.context).length === 0
  );
}
