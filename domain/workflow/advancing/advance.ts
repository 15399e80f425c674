import { MissingCase } from '../../missing-case.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import {
  closeTask,
  type DecisionBuilder,
  emit,
  fireTransition,
  nodeOf,
  tokenOf,
} from '../decision/builder.ts';
import { canDoTask, namedHandlersFor, refuseWithoutCandidates } from '../decision/candidates.ts';
import { chosenFlows, enabledTokens, tokensAtJoin } from '../decision/gateways.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { maxFiringsPerDecision } from '../model/limits.ts';
import type { EndNode, FlowNode, Token, UserTaskNode } from '../model/model.ts';
import { enterVisit } from '../slots/visit.ts';
import { highestPrecedence } from '../state/effects.ts';
import { hasOpenTask, openTasksInOrder, waitingTokens } from '../state/live-tokens.ts';

/**
 * Advances every token until it waits for a person or at a join, or the order ends. Refuses actions that
 * would leave the order without a person to act: a condition that cannot be evaluated, no candidates, a join
 * that can never fire, an endless loop.
 */
export function advance(builder: DecisionBuilder): DecisionRefusal | null {
  for (let firings = 0; builder.state.ended === null; firings++) {
    if (firings > maxFiringsPerDecision) return refuse('processStuck');
    const moved = step(builder);
    if (isRefusal(moved)) return moved;
    if (moved === null) break;
  }
  if (builder.state.ended !== null) return null;
  if (openTasksInOrder(builder.state).length === 0) return refuse('processStuck');
  return refuseTaskWithoutHandler(builder);
}

/**
 * Refuses an action whose returned task no person can take any more; such a task goes to its former handler
 * or candidates.
 */
function refuseTaskWithoutHandler(builder: DecisionBuilder): DecisionRefusal | null {
  for (const event of builder.events) {
    const task = event.type === 'taskOpened' ? builder.state.tasks[event.task.id - 1] : undefined;
    if (!task || task.outcome !== null) continue;
    const node = nodeOf(builder.context.definition, task.nodeId);
    if (!task.candidates.some((key) => canDoTask(builder.context, node, key)))
      return refuseWithoutCandidates(node);
  }
  return null;
}

/**
 * Moves one token; null if all of them wait. Inclusive joins come last, because the other tokens decide what
 * can still arrive.
 */
function step(builder: DecisionBuilder): true | null | DecisionRefusal {
  const waiting = waitingTokens(builder.state).filter(({ id }) => !hasOpenTask(builder.state, id));
  const joins: Token[] = [];
  for (const token of waiting) {
    const node = nodeOf(builder.context.definition, token.nodeId);
    if (node.kind === 'inclusive' && node.incoming.length > 1) {
      joins.push(token);
      continue;
    }
    const moved = move(builder, node, token);
    if (moved !== null) return moved;
  }
  for (const token of joins) {
    const moved = move(builder, nodeOf(builder.context.definition, token.nodeId), token);
    if (moved !== null) return moved;
  }
  return releaseDeadlock(builder, joins);
}

/**
 * Fires the join whose token has waited longest, when no other token can move and no task is open. Two
 * inclusive joins may wait for each other, each with a token that could still reach the other's empty flow.
 */
function releaseDeadlock(builder: DecisionBuilder, joins: readonly Token[]): true | null | DecisionRefusal {
  const first = joins[0];
  if (first === undefined || openTasksInOrder(builder.state).length > 0) return null;
  const node = nodeOf(builder.context.definition, first.nodeId);
  return node.kind === 'inclusive' ? fireGateway(builder, node, tokensAtJoin(builder, node)) : null;
}

function move(builder: DecisionBuilder, node: FlowNode, token: Token): true | null | DecisionRefusal {
  switch (node.kind) {
    case 'start':
      return fireNode(builder, node, token);
    case 'end':
      return fireEnd(builder, node, token);
    case 'userTask':
      return enterUserTask(builder, node, token);
    case 'serviceTask':
      if (node.service.kind === 'setVariable') {
        const values = { [node.service.name]: node.service.value };
        emit(builder, { type: 'variablesSet', values, tokenId: token.id });
      } else {
        emit(builder, { type: 'serviceAsked', nodeId: node.id, service: node.service });
      }
      return fireNode(builder, node, token);
    case 'exclusive':
    case 'parallel':
    case 'inclusive': {
      const consumed = enabledTokens(builder, node, token);
      return consumed === null ? null : fireGateway(builder, node, consumed);
    }
    default:
      throw new MissingCase(node satisfies never);
  }
}

function fireGateway(
  builder: DecisionBuilder,
  node: Parameters<typeof chosenFlows>[1],
  consumed: readonly Token[],
): true | DecisionRefusal {
  const [first] = consumed;
  if (first === undefined) return refuse('processStuck');
  const flows = chosenFlows(builder, node, first);
  if (isRefusal(flows)) return flows;
  fireTransition(builder, node.id, consumed, flows);
  return true;
}

/** Fires a node that is not a gateway: one token in, one out. */
export function fireNode(builder: DecisionBuilder, node: FlowNode, token: Token): true {
  fireTransition(builder, node.id, [token], node.outgoing.slice(0, 1));
  return true;
}

function enterUserTask(builder: DecisionBuilder, node: UserTaskNode, token: Token): true | DecisionRefusal {
  const visit = enterVisit(builder, node, token, [namedHandlersFor(builder.state, token)]);
  return visit === false ? fireNode(builder, node, token) : visit;
}

function fireEnd(builder: DecisionBuilder, node: EndNode, token: Token): true {
  fireTransition(builder, node.id, [token], []);
  if (node.behaviour !== 'plain') endOrder(builder, node.id, node.result);
  else if (waitingTokens(builder.state).length === 0) endOrder(builder, node.id, resultOfEnds(builder, node));
  return true;
}

/**
 * Returns the result of the end that the last branch reached, unless the definition gives another end
 * priority.
 */
function resultOfEnds({ state, context }: DecisionBuilder, last: EndNode): EndNode['result'] {
  const reached = state.firings
    .filter(({ takes: consumed }) => consumed.every((id) => !tokenOf(state, id).dead))
    .map(({ nodeId }) => nodeOf(context.definition, nodeId))
    .filter((node) => node.kind === 'end');
  const results = reached.map(({ result }) => result);
  return highestPrecedence(results, context.definition) ?? last.result;
}

/** Ends the order: open tasks close, waiting tokens die. */
export function endOrder(builder: DecisionBuilder, nodeId: string | null, result: EndNode['result']): void {
  for (const { id } of openTasksInOrder(builder.state)) closeTask(builder, id, 'closedByEnd');
  emit(builder, { type: 'ended', at: builder.at, nodeId, result });
}
