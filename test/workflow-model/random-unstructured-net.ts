/** Unstructured nets: random nets with flows added or redirected, and gateways exchanged. */
import type { Plan, PlanFlow, PlanNode } from './plan.ts';
import type { Random } from './random.ts';
import { drawNet } from './random-net.ts';

/** Draws a small net with one to three random changes; lint and oracle decide whether it can be published. */
export function drawUnstructuredNet(random: Random, key: string): Plan {
  let plan = drawNet(random, key, { nodesLeft: 3 + random.below(9), isManual: false });
  for (let changes = 1 + random.below(3); changes > 0; changes--) plan = changePlan(plan, random);
  return withConditions(plan);
}

function changePlan(plan: Plan, random: Random): Plan {
  const gateways = Object.keys(plan.nodes).filter((id) => 'manual' in (plan.nodes[id] as PlanNode));
  const targets = Object.keys(plan.nodes).filter((id) => id !== 'start');
  const gateway = random.pick(gateways);
  const target = random.pick(targets);
  const changedFlow = random.pick(plan.flows);
  if (gateway === undefined || target === undefined || changedFlow === undefined) return plan;
  const isNew = (from: string) =>
    from !== target && !plan.flows.some((flow) => flow.from === from && flow.to === target);
  const newFlow = { id: `f${plan.flows.length + 1}`, from: gateway, to: target };
  switch (random.below(3)) {
    case 0:
      return isNew(gateway) ? { ...plan, flows: [...plan.flows, newFlow] } : plan;
    case 1:
      if (!isNew(changedFlow.from)) return plan;
      return {
        ...plan,
        flows: plan.flows.map((flow) => (flow === changedFlow ? { ...flow, to: target } : flow)),
      };
    default: {
      const kind = random.pick(['xor', 'and', 'or'] as const) ?? 'or';
      return { ...plan, nodes: { ...plan.nodes, [gateway]: { kind, manual: false } } };
    }
  }
}

/** Gives every flow out of a choosing gateway a condition, except the default. */
function withConditions(plan: Plan): Plan {
  const name = Object.keys(plan.variables).find((known) => known.startsWith('v')) ?? 'v';
  const isSplit = (id: string) => plan.flows.filter(({ from }) => from === id).length > 1;
  const isChoice = (id: string) => ['xor', 'or'].includes(plan.nodes[id]?.kind ?? '') && isSplit(id);
  const defaults = new Map<string, PlanFlow>();
  for (const flow of plan.flows) if (!defaults.has(flow.from) && !flow.when) defaults.set(flow.from, flow);
  for (const flow of plan.flows) if (!defaults.has(flow.from)) defaults.set(flow.from, flow);
  const flows = plan.flows.map(({ when, ...flow }) => {
    const isConditional = isChoice(flow.from) && defaults.get(flow.from)?.id !== flow.id;
    return isConditional ? { ...flow, when: when ?? { name, is: true } } : flow;
  });
  const nodes = Object.entries(plan.nodes).map(([id, node]) => {
    if (!('manual' in node)) return [id, node];
    const byDefault = isChoice(id) ? defaults.get(id)?.id : undefined;
    return [id, { kind: node.kind, manual: false, ...(byDefault !== undefined && { byDefault }) }];
  });
  return {
    ...plan,
    flows,
    nodes: Object.fromEntries(nodes),
    variables: { [name]: false, ...plan.variables },
  };
}
