import type { Plan } from '../plan.ts';

const known = new WeakMap<Plan, Map<string, Set<string>>>();

/**
 * Returns the incoming flows of the join that a token at the node can reach, walking forward without passing
 * the join.
 */
function flowsReachableFrom(plan: Plan, nodeId: string, joinId: string): ReadonlySet<string> {
  const cache = known.get(plan) ?? new Map<string, Set<string>>();
  known.set(plan, cache);
  const key = `${nodeId} ${joinId}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const ways = new Set<string>();
  const seen = new Set<string>([joinId]);
  const walk = (nodeId: string) => {
    if (seen.has(nodeId)) return;
    seen.add(nodeId);
    for (const flow of plan.flows) {
      if (flow.from !== nodeId) continue;
      if (flow.to === joinId) ways.add(flow.id);
      walk(flow.to);
    }
  };
  walk(nodeId);
  cache.set(key, ways);
  return ways;
}

/**
 * Checks the rule of BPMN 2.0.2, table 13.3: an inclusive join continues if each token elsewhere that could
 * reach an empty flow could also reach one that has its token.
 */
export function canInclusiveJoinContinue(
  plan: Plan,
  joinId: string,
  filled: ReadonlySet<string>,
  elsewhere: readonly string[],
): boolean {
  return elsewhere.every((nodeId) => {
    const ways = [...flowsReachableFrom(plan, nodeId, joinId)];
    return ways.length === 0 || ways.some((flowId) => filled.has(flowId));
  });
}
