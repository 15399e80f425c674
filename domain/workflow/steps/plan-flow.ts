import type { StepCondition, StepPlan } from './step-plan.ts';

export interface PlanNode {
  id: string;
  kind: 'start' | 'step' | 'gateway' | 'end';
  name: string;
  /** For a gateway: the flow that skips its step. */
  defaultFlowId: string;
}

export interface PlanFlow {
  id: string;
  name: string;
  sourceId: string;
  targetId: string;
  condition?: string;
}

/** Nodes and flows of the steps, in the order in which a work order reaches them. */
export interface FlowOfPlan {
  nodes: readonly PlanNode[];
  flows: readonly PlanFlow[];
}

export const startId = 'start';
export const endId = 'concluded';
const gatewayPrefix = 'when-';

export function gatewayIdOf(stepId: string): string {
  return `${gatewayPrefix}${stepId}`;
}

/** Returns the step that a node of the file belongs to, by the node's id. */
export function stepIdOf(nodeId: string): string {
  return nodeId.startsWith(gatewayPrefix) ? nodeId.slice(gatewayPrefix.length) : nodeId;
}

/**
 * Returns the flow of a plan: a conditional step has a gateway before it, with a flow that skips the step.
 */
export function flowOfPlan(plan: StepPlan): FlowOfPlan {
  const nodes: PlanNode[] = [{ id: startId, kind: 'start', name: '登记', defaultFlowId: '' }];
  const flows: PlanFlow[] = [];
  const entries = plan.steps.map((step) => (step.when === null ? step.id : gatewayIdOf(step.id)));
  const flowTo = (sourceId: string, targetId: string, extra: Partial<PlanFlow> = {}) => {
    const id = `${sourceId}-to-${targetId}`;
    flows.push({ id, name: '', sourceId, targetId, ...extra });
    return id;
  };
  flowTo(startId, entries[0] ?? endId);
  for (const [index, step] of plan.steps.entries()) {
    const next = entries[index + 1] ?? endId;
    if (step.when !== null) {
      const id = gatewayIdOf(step.id);
      flowTo(id, step.id, { name: '是', condition: conditionText(step.when) });
      const skipFlow = flowTo(id, next, { name: '否' });
      nodes.push({ id, kind: 'gateway', name: `是否${step.name.trim()}`, defaultFlowId: skipFlow });
    }
    nodes.push({ id: step.id, kind: 'step', name: step.name, defaultFlowId: '' });
    flowTo(step.id, next);
  }
  nodes.push({ id: endId, kind: 'end', name: '办结', defaultFlowId: '' });
  return { nodes, flows };
}

/** Returns the condition in FEEL. */
function conditionText({ form, field, is, value }: StepCondition): string {
  const path = `${form}.${field}`;
  const valueText = JSON.stringify(value);
  return is === 'has' ? `list contains(${path}, ${valueText})` : `${path} ${is} ${valueText}`;
}

/** Reads a text that `conditionText` wrote; undefined for anything else. */
export function readConditionText(text: string): StepCondition | undefined {
  const contains = /^list contains\(([^.\s]+)\.([^.\s,]+), (.+)\)$/s.exec(text);
  const compares = /^([^.\s]+)\.([^.\s]+) (=|!=|>=|<=) (.+)$/s.exec(text);
  const [, form = '', field = '', ...rest] = contains ?? compares ?? [];
  const [is, valueText] = contains ? (['has', rest[0]] as const) : [rest[0], rest[1]];
  if (is === undefined || valueText === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(valueText);
    if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
    return { form, field, is: is as StepCondition['is'], value: value as StepCondition['value'] };
  } catch {
    return undefined;
  }
}
