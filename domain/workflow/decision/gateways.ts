import { refuse } from '../../refusals/refusals.ts';
import type { DecisionRefusal } from '../model/decision-refusals.ts';
import { maxConditionStepsPerDecision, maxConditionsPerDecision } from '../model/limits.ts';
import type {
  FlowNode,
  GatewayNode,
  OrderState,
  ProcessDefinition,
  SequenceFlow,
  Task,
  Token,
} from '../model/model.ts';
import { variablesAt } from '../state/effects.ts';
import { inclusiveJoinContinues } from '../state/inclusive-join.ts';
import { waitingTokens } from '../state/live-tokens.ts';
import { directReturnOf, liveTokens } from '../state/net.ts';
import { type DecisionBuilder, nodeOf } from './builder.ts';
import { tasksBefore } from './candidates.ts';

/**
 * Returns the tokens that the gateway consumes now, the oldest of each incoming flow, or null while it waits.
 * A parallel join needs one from every flow, an inclusive join follows `inclusiveJoinContinues`, an exclusive
 * gateway never waits.
 */
export function enabledTokens(builder: DecisionBuilder, gateway: GatewayNode, token: Token): Token[] | null {
  if (gateway.kind === 'exclusive' || gateway.incoming.length < 2) return [token];
  const consumed = tokensAtJoin(builder, gateway);
  if (gateway.kind === 'parallel') return consumed.length === gateway.incoming.length ? consumed : null;
  const filled = new Set(consumed.flatMap(({ flowId }) => flowId ?? []));
  const elsewhere = liveTokens(builder.state).map(({ nodeId }) => nodeId);
  return inclusiveJoinContinues(builder.context.definition, gateway.id, filled, elsewhere) ? consumed : null;
}

/** Returns the oldest token that waits at the join on each of its incoming flows. */
export function tokensAtJoin(builder: DecisionBuilder, join: GatewayNode): Token[] {
  const waiting = waitingTokens(builder.state).filter(({ nodeId }) => nodeId === join.id);
  return join.incoming.flatMap((flowId) => waiting.find((token) => token.flowId === flowId) ?? []);
}

/**
 * Returns the flows by which the gateway's tokens leave: the chosen ones, those whose conditions hold, or the
 * default.
 */
export function chosenFlows(
  builder: DecisionBuilder,
  gateway: GatewayNode,
  token: Token,
): string[] | DecisionRefusal {
  if (gateway.kind === 'parallel' || gateway.outgoing.length === 1) return [...gateway.outgoing];
  if (gateway.manual) return manualFlows(builder, gateway, token);
  const chosen: string[] = [];
  const facts = { ...builder.context.facts, ...variablesAt(builder.state, token) };
  const spend = (steps: number) => {
    builder.conditionSteps += steps;
  };
  for (const flow of flowsOf(builder.context.definition, gateway)) {
    if (flow.id === gateway.defaultFlowId || flow.condition === undefined) continue;
    builder.conditionsEvaluated += 1;
    if (
      builder.conditionsEvaluated > maxConditionsPerDecision ||
      builder.conditionSteps > maxConditionStepsPerDecision
    )
      return undecidable(gateway, '一次办理要判定的条件过多');
    const holds = builder.context.evaluateCondition(flow.condition, facts, spend);
    if (holds === 'faulty') return undecidable(gateway, `条件“${flow.condition}”无法判定`);
    if (!holds) continue;
    chosen.push(flow.id);
    if (gateway.kind === 'exclusive') return chosen;
  }
  if (chosen.length > 0) return chosen;
  return gateway.defaultFlowId === undefined
    ? undecidable(gateway, '没有满足条件的分支')
    : [gateway.defaultFlowId];
}

function manualFlows(
  builder: DecisionBuilder,
  gateway: GatewayNode,
  token: Token,
): string[] | DecisionRefusal {
  const chosen = tasksBefore(builder.state, token).flatMap((task) => task.branchNodeIds ?? []);
  const flows = flowsOf(builder.context.definition, gateway).filter((flow) => chosen.includes(flow.targetId));
  if (flows.length > 0) return flows.map(({ id }) => id);
  return gateway.defaultFlowId === undefined ? refuse('branchRequired') : [gateway.defaultFlowId];
}

/**
 * Returns the gateway whose branch the handler of this node chooses (action 12); undefined if the flow
 * continues by itself.
 */
export function manualGatewayAfter(definition: ProcessDefinition, node: FlowNode): GatewayNode | undefined {
  const target = definition.flows[node.outgoing[0] ?? '']?.targetId;
  const next = target === undefined ? undefined : definition.nodes[target];
  return next !== undefined && 'manual' in next && next.manual ? next : undefined;
}

/**
 * Checks whether the task's token reaches a manual gateway when it advances, which needs a choice of branch.
 */
export function reachesManualGateway(position: {
  state: OrderState;
  definition: ProcessDefinition;
  task: Pick<Task, 'tokenId' | 'nodeId'>;
}): boolean {
  const node = nodeOf(position.definition, position.task.nodeId);
  return (
    manualGatewayAfter(position.definition, node) !== undefined &&
    directReturnOf(position.state, position.task) === undefined
  );
}

/**
 * Checks a person's choice of branches: nodes after the gateway, one at an exclusive gateway, one or more at
 * an inclusive one.
 */
export function isBranchChoice(
  definition: ProcessDefinition,
  gateway: GatewayNode,
  branchNodeIds: readonly string[],
): boolean {
  const offered = new Set(flowsOf(definition, gateway).map(({ targetId }) => targetId));
  const allOffered = branchNodeIds.every((nodeId) => offered.has(nodeId));
  const isValidCount = gateway.kind === 'exclusive' ? branchNodeIds.length === 1 : branchNodeIds.length > 0;
  return allOffered && isValidCount;
}

export function flowsOf(definition: ProcessDefinition, gateway: GatewayNode): SequenceFlow[] {
  return gateway.outgoing.flatMap((flowId) => definition.flows[flowId] ?? []);
}

function undecidable(gateway: GatewayNode, reason: string): DecisionRefusal {
  return refuse('conditionFaulty', {
    message: `网关“${gateway.name || gateway.id}”：${reason}，请联系配置管理员`,
  });
}
