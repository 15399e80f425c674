import type { ProcessDefinition } from '#domain/workflow/model/model.ts';
import { buildDefinition, button, type Sketch } from './definitions.ts';
import type { Plan, PlanButton, PlanNode, PlanTask, PlanWhen } from './plan.ts';

const codes: Record<PlanButton['does'], string> = {
  handle: '1',
  return: '2',
  terminate: '4',
  forward: '9',
  choose: '12',
  void: '13',
};

/** Returns the plan as a sketch, the form in which stories are printed. */
function sketchOf(plan: Plan): Sketch {
  return {
    key: plan.key,
    variables: plan.variables,
    recall: plan.recall,
    ...(plan.precedence && { resultPrecedence: plan.precedence }),
    nodes: Object.fromEntries(Object.entries(plan.nodes).map(([id, node]) => [id, shapeOf(plan, node)])),
    flows: plan.flows.map(({ from, to, when }) =>
      when ? `${from} -> ${to} | ${conditionOf(when)}` : `${from} -> ${to}`,
    ),
  };
}

function conditionOf(when: PlanWhen): string {
  if ('name' in when) return `${when.name} = ${when.is}`;
  if ('countersigned' in when) return `countersign.passed = ${when.countersigned}`;
  return when.not ? `not(form.amount > ${when.over})` : `form.amount > ${when.over}`;
}

/** Returns the form values that conditions read. */
export function factsOf({ amount = null }: Plan): Readonly<Record<string, unknown>> {
  return { form: { amount } };
}

export function definitionOf(plan: Plan): ProcessDefinition {
  return buildDefinition(sketchOf(plan));
}

function shapeOf(plan: Plan, node: PlanNode): Sketch['nodes'][string] {
  switch (node.kind) {
    case 'start':
      return { kind: 'start' };
    case 'end':
      return { kind: 'end', behaviour: node.stops ? 'terminate' : 'plain', result: node.result as 9 };
    case 'service':
      return {
        kind: 'serviceTask',
        service: node.sets
          ? { kind: 'setVariable', ...node.sets }
          : { kind: 'sendMessage', target: 'initiator', text: '已到' },
      };
    case 'task': {
      const rules = node.keys.map((key) => ({
        kind: 'role' as const,
        id: key.slice('role:'.length),
        name: key,
      }));
      return {
        kind: 'userTask',
        stage: node.stage as 4,
        candidates: rules,
        emptyCandidates: node.empty,
        buttons: [
          ...node.buttons.map(buttonOf),
          ...(node.withdraw || !node.several ? [button('withdraw', '6', '撤回', { opType: 2 })] : []),
        ],
        ...(node.several && { instances: instancesOf(node.several) }),
        returns: { allowed: node.ways.length > 0, ways: node.ways, targets: node.targets },
        withdrawAllowed: node.withdraw,
      };
    }
    default: {
      const kind = ({ xor: 'exclusive', and: 'parallel', or: 'inclusive' } as const)[node.kind];
      const byDefault = plan.flows.find(({ id }) => id === node.byDefault);
      return { kind, manual: node.manual, ...(byDefault && { defaultTo: byDefault.to }) };
    }
  }
}

function instancesOf({ isInOrder, until }: NonNullable<PlanTask['several']>) {
  const sequence = isInOrder ? ('inOrder' as const) : ('any' as const);
  return { sequence, ...(until !== undefined && { until: `nrOfCompletedInstances = ${until}` }) };
}

function buttonOf({ id, does, result, sets, ends }: PlanButton) {
  return button(id, codes[does], id, {
    ...(result !== undefined && { resultCode: result }),
    ...(sets && { sets }),
    ...(ends !== undefined && { ends }),
  });
}
