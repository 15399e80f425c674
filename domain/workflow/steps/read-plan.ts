import type { FieldAuthorityByForm, ProcessDefinition, SequenceFlow, UserTaskNode } from '../model/model.ts';
import { endId, gatewayIdOf, readConditionText, startId } from './plan-flow.ts';
import {
  type PlanStep,
  type StepForm,
  type StepHandler,
  type StepPlan,
  type StepShare,
  sortedForms,
  stepButtonNames,
} from './step-plan.ts';
import { writePlan } from './write-plan.ts';

/**
 * Returns the steps of a file that `writePlan` wrote; undefined for any other. A file counts as ours only if
 * writing the parsed plan yields exactly the same characters, so that content which the editor does not
 * support is never lost.
 */
export function readPlan(xml: string, definition: ProcessDefinition): StepPlan | undefined {
  const end = definition.nodes[endId];
  const start = definition.nodes[startId];
  if (end?.kind !== 'end' || start?.kind !== 'start') return undefined;
  const steps: PlanStep[] = [];
  const visited = new Set<string>();
  let flow = nextOf(definition, startId);
  while (flow !== undefined && flow.targetId !== endId && !visited.has(flow.targetId)) {
    visited.add(flow.targetId);
    const node = definition.nodes[flow.targetId];
    if (node?.kind === 'userTask') steps.push(stepOf(definition, node));
    const conditionalFlow = node?.outgoing.find((id) => definition.flows[id]?.condition !== undefined);
    flow =
      node?.kind === 'exclusive'
        ? definition.flows[conditionalFlow ?? '']
        : nextOf(definition, flow.targetId);
  }
  const plan: StepPlan = {
    key: definition.key,
    name: definition.name,
    limit: definition.limit ?? null,
    result: end.result,
    forms: formsOf(start.fieldAuthority),
    steps,
  };
  return writePlan(plan) === xml ? plan : undefined;
}

function nextOf({ nodes, flows }: ProcessDefinition, nodeId: string): SequenceFlow | undefined {
  return flows[nodes[nodeId]?.outgoing[0] ?? ''];
}

function stepOf(definition: ProcessDefinition, node: UserTaskNode): PlanStep {
  const { id, name, stage, buttons, limit, opinionRequired, instances } = node;
  const handle = buttons.find((button) => button.id === 'handle');
  const refuse = buttons.find((button) => button.id === 'refuse');
  const gateway = definition.nodes[gatewayIdOf(id)];
  const condition = gateway?.outgoing.map((flowId) => definition.flows[flowId]?.condition).find(Boolean);
  return {
    id,
    name,
    stage,
    handlers: node.candidates.flatMap(handlerOf),
    share: shareOf(instances),
    limit: limit ?? null,
    opinionRequired,
    handle: handle?.name ?? '',
    namesNext: handle?.names === 'others',
    buttons: stepButtonNames.filter((name) => buttons.some((button) => button.id === name)),
    refusal: refuse ? { name: refuse.name, result: refuse.resultCode as PlanStep['stage'] } : null,
    forms: formsOf(node.fieldAuthority),
    when: condition === undefined ? null : (readConditionText(condition) ?? null),
  };
}

function handlerOf(rule: UserTaskNode['candidates'][number]): StepHandler[] {
  if (rule.kind === 'variable') return [];
  if (rule.kind === 'previousNode')
    return [rule.nodeId === startId ? { kind: 'initiator' } : { kind: 'step', id: rule.nodeId }];
  return [{ kind: rule.kind, id: rule.id, name: rule.name }];
}

function shareOf(instances: UserTaskNode['instances']): StepShare {
  if (instances === undefined) return 'first';
  if (instances.until === undefined) return 'all';
  return instances.until.includes('>=') ? 'any' : 'most';
}

/** Checks whether a path is that of a column, or of a field inside another one. */
function isInnerPath(field: string): boolean {
  return /[.[]/.test(field);
}

function formsOf(authority: FieldAuthorityByForm): StepForm[] {
  return sortedForms(
    Object.entries(authority).map(([form, fields]) => {
      const named = Object.entries(fields).filter(([field]) => field !== '*');
      return {
        form,
        authority: fields['*'] ?? 1,
        fields: named.flatMap(([field, value]) => (value === 2 ? [field] : [])),
        restricted: named.flatMap(([field, value]) =>
          value !== 2 && isInnerPath(field) ? [{ field, authority: value }] : [],
        ),
      };
    }),
  );
}
