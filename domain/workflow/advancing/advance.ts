import { MissingCase } from '../../missing-case.ts';
import { isRefusal, refuse } from '../../refusals/refusals.ts';
import { canTake, namesFor, refuseWithoutCandidates } from '../decision/candidates.ts';
import { closeTask, type DecisionBuilder, emit, fire, nodeOf, tokenOf } from '../decision/draft.ts';
import { chosenFlows, enabledTokens, tokensAtJoin } from '../decision/gateways.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { maxFiringsPerDecision } from '../model/limits.ts';
import type { EndNode, FlowNode, Token, UserTaskNode } from '../model/model.ts';
import { enterVisit } from '../slots/visit.ts';
import { strongest } from '../state/effects.ts';
import { hasOpenTask, tasksAtHand, waitingTokens } from '../state/live-tokens.ts';

/**
 * Advances every token until it waits for a person or at a join, or the order ends. Refuses actions that
 * would leave the order without a person to act: a condition that cannot be evaluated, no candidates, a join
 * that can never fire, an endless loop.
 */
export function advance(draft: DecisionBuilder): DecisionRefusal | null {
  for (let firings = 0; draft.state.ended === null; firings++) {
    if (firings > maxFiringsPerDecision) return refuse('processStuck');
    const moved = step(draft);
    if (isRefusal(moved)) return moved;
    if (moved === null) break;
  }
  if (draft.state.ended !== null) return null;
  if (tasksAtHand(draft.state).length === 0) return refuse('processStuck');
  return refuseTaskOfNobody(draft);
}

/**
 * Refuses an action whose returned task no person can take any more; such a task goes to its former handler
 * or candidates.
 */
function refuseTaskOfNobody(draft: DecisionBuilder): DecisionRefusal | null {
  for (const event of draft.events) {
    const task = event.type === 'taskOpened' ? draft.state.tasks[event.task.id - 1] : undefined;
    if (!task || task.outcome !== null) continue;
    const node = nodeOf(draft.context.definition, task.nodeId);
    if (!task.candidates.some((key) => canTake(draft.context, node, key)))
      return refuseWithoutCandidates(node);
  }
  return null;
}

/**
 * Moves one token; null if all of them wait. Inclusive joins come last, because the other tokens decide what
 * can still arrive.
 */
function step(draft: DecisionBuilder): true | null | DecisionRefusal {
  const waiting = waitingTokens(draft.state).filter(({ id }) => !hasOpenTask(draft.state, id));
  const joins: Token[] = [];
  for (const token of waiting) {
    const node = nodeOf(draft.context.definition, token.nodeId);
    if (node.kind === 'inclusive' && node.incoming.length > 1) {
      joins.push(token);
      continue;
    }
    const moved = move(draft, node, token);
    if (moved !== null) return moved;
  }
  for (const token of joins) {
    const moved = move(draft, nodeOf(draft.context.definition, token.nodeId), token);
    if (moved !== null) return moved;
  }
  return releaseDeadlock(draft, joins);
}

/**
 * Fires the join whose token has waited longest, when no other token can move and no task is open. Two
 * inclusive joins may wait for each other, each with a token that could still reach the other's empty flow.
 */
function releaseDeadlock(draft: DecisionBuilder, joins: readonly Token[]): true | null | DecisionRefusal {
  const first = joins[0];
  if (first === undefined || tasksAtHand(draft.state).length > 0) return null;
  const node = nodeOf(draft.context.definition, first.nodeId);
  return node.kind === 'inclusive' ? fireGateway(draft, node, tokensAtJoin(draft, node)) : null;
}

function move(draft: DecisionBuilder, node: FlowNode, token: Token): true | null | DecisionRefusal {
  switch (node.kind) {
    case 'start':
      return walkOn(draft, node, token);
    case 'end':
      return reachEnd(draft, node, token);
    case 'userTask':
      return enterUserTask(draft, node, token);
    case 'serviceTask':
      if (node.service.kind === 'setVariable') {
        const values = { [node.service.name]: node.service.value };
        emit(draft, { type: 'variablesSet', values, tokenId: token.id });
      } else {
        emit(draft, { type: 'serviceAsked', nodeId: node.id, service: node.service });
      }
      return walkOn(draft, node, token);
    case 'exclusive':
    case 'parallel':
    case 'inclusive': {
      const takes = enabledTokens(draft, node, token);
      return takes === null ? null : fireGateway(draft, node, takes);
    }
    default:
      throw new MissingCase(node satisfies never);
  }
}

function fireGateway(
  draft: DecisionBuilder,
  node: Parameters<typeof chosenFlows>[1],
  takes: readonly Token[],
): true | DecisionRefusal {
  const [first] = takes;
  if (first === undefined) return refuse('processStuck');
  const flows = chosenFlows(draft, node, first);
  if (isRefusal(flows)) return flows;
  fire(draft, node.id, takes, flows);
  return true;
}

/** Fires a node that is not a gateway: one token in, one out. */
export function walkOn(draft: DecisionBuilder, node: FlowNode, token: Token): true {
  fire(draft, node.id, [token], node.outgoing.slice(0, 1));
  return true;
}

function enterUserTask(draft: DecisionBuilder, node: UserTaskNode, token: Token): true | DecisionRefusal {
  const entered = enterVisit(draft, node, token, [namesFor(draft.state, token)]);
  return entered === false ? walkOn(draft, node, token) : entered;
}

function reachEnd(draft: DecisionBuilder, node: EndNode, token: Token): true {
  fire(draft, node.id, [token], []);
  if (node.behaviour !== 'plain') endOrder(draft, node.id, node.result);
  else if (waitingTokens(draft.state).length === 0) endOrder(draft, node.id, resultOfEnds(draft, node));
  return true;
}

/**
 * Returns the result of the end that the last branch reached, unless the definition gives another end
 * priority.
 */
function resultOfEnds({ state, context }: DecisionBuilder, last: EndNode): EndNode['result'] {
  const reached = state.firings
    .filter(({ takes }) => takes.every((id) => !tokenOf(state, id).dead))
    .map(({ nodeId }) => nodeOf(context.definition, nodeId))
    .filter((node) => node.kind === 'end');
  const results = reached.map(({ result }) => result);
  return strongest(results, context.definition) ?? last.result;
}

/** Ends the order: open tasks close, waiting tokens die. */
export function endOrder(draft: DecisionBuilder, nodeId: string | null, result: EndNode['result']): void {
  for (const { id } of tasksAtHand(draft.state)) closeTask(draft, id, 'closedByEnd');
  emit(draft, { type: 'ended', at: draft.at, nodeId, result });
}
