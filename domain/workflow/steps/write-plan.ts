import { writeXml, type XmlAttributes, type XmlElement } from '../../texts/xml.ts';
import { element } from './element.ts';
import { drawFlow } from './plan-diagram.ts';
import { flowOfPlan } from './plan-flow.ts';
import {
  completedStepButtons,
  type PlanStep,
  type StepForm,
  type StepPlan,
  sortedForms,
  stepButtonNames,
  stepButtons,
} from './step-plan.ts';

/**
 * Writes the plan as a BPMN 2.0 file with our extension and its diagram, which `docs/process-extension.md`
 * describes.
 */
export function writePlan(plan: StepPlan): string {
  const flow = flowOfPlan(plan);
  const steps = new Map(plan.steps.map((step) => [step.id, step]));
  const incoming = Map.groupBy(flow.flows, ({ targetId }) => targetId);
  const outgoing = Map.groupBy(flow.flows, ({ sourceId }) => sourceId);
  const nodes = flow.nodes.map((node) => {
    const flowElements = [
      ...(incoming.get(node.id) ?? []).map(({ id }) => element('bpmn:incoming', {}, id)),
      ...(outgoing.get(node.id) ?? []).map(({ id }) => element('bpmn:outgoing', {}, id)),
    ];
    const base = { id: node.id, name: node.name.trim() };
    const step = steps.get(node.id);
    if (step) return userTask(step, base, flowElements);
    if (node.kind === 'gateway')
      return element('bpmn:exclusiveGateway', { ...base, default: node.defaultFlowId }, flowElements);
    if (node.kind === 'end')
      return element('bpmn:endEvent', base, [
        extensionElements(element('portal:end', { result: plan.result })),
        ...flowElements,
      ]);
    return element('bpmn:startEvent', base, [
      extensionElements(element('portal:start', {}, authorities(plan.forms))),
      ...flowElements,
    ]);
  });
  const flows = flow.flows.map(({ id, name, sourceId, targetId, condition }) =>
    element(
      'bpmn:sequenceFlow',
      { id, ...(name && { name }), sourceRef: sourceId, targetRef: targetId },
      condition === undefined
        ? []
        : [element('bpmn:conditionExpression', { 'xsi:type': 'bpmn:tFormalExpression' }, condition)],
    ),
  );
  const process = element('bpmn:process', { id: plan.key, name: plan.name.trim(), isExecutable: 'true' }, [
    extensionElements(
      element(
        'portal:process',
        { recall: 'beforeFirstHandled', administrator: 'role:matter-admin' },
        limitOf(plan.limit),
      ),
    ),
    ...nodes,
    ...flows,
  ]);
  return writeXml(
    element('bpmn:definitions', { ...namespaces, id: `definitions-${plan.key}`, targetNamespace }, [
      process,
      drawFlow(plan.key, flow),
    ]),
  );
}

const targetNamespace = 'urn:banjian:portal:processes';

const namespaces = {
  'xmlns:bpmn': 'http://www.omg.org/spec/BPMN/20100524/MODEL',
  'xmlns:bpmndi': 'http://www.omg.org/spec/BPMN/20100524/DI',
  'xmlns:dc': 'http://www.omg.org/spec/DD/20100524/DC',
  'xmlns:di': 'http://www.omg.org/spec/DD/20100524/DI',
  'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
  'xmlns:portal': 'urn:banjian:portal:1',
};

function userTask(
  step: PlanStep,
  base: { id: string; name: string },
  flowElements: XmlElement[],
): XmlElement {
  const extension = element(
    'portal:userTask',
    {
      stage: step.stage,
      opinionRequired: String(step.opinionRequired),
      withdrawAllowed: String(step.buttons.includes('withdraw')),
      countersign: String(step.buttons.includes('countersign')),
      emptyCandidates: 'administrator',
    },
    [
      ...step.handlers.map((handler) =>
        handler.kind === 'initiator' || handler.kind === 'step'
          ? element('portal:candidate', {
              kind: 'previousNode',
              ref: handler.kind === 'step' ? handler.id : 'start',
            })
          : element('portal:candidate', { kind: handler.kind, ref: handler.id, name: handler.name.trim() }),
      ),
      ...buttonsOf(step),
      ...authorities(step.forms),
      ...limitOf(step.limit),
    ],
  );
  return element('bpmn:userTask', base, [
    extensionElements(extension),
    ...flowElements,
    ...instancesOf(step),
  ]);
}

function buttonsOf({ handle, namesNext, buttons, refusal }: PlanStep): XmlElement[] {
  const attributes: XmlAttributes[] = [
    { id: 'handle', code: '1', name: handle.trim(), ...(namesNext && { names: 'others' }) },
    ...(refusal ? [{ id: 'refuse', code: '4', name: refusal.name.trim(), resultCode: refusal.result }] : []),
    ...stepButtonNames
      .filter((name) => buttons.includes(name))
      .map((name) => ({
        id: name,
        ...stepButtons[name],
        ...(name === 'void' && { ends: 'true' }),
        ...(completedStepButtons.has(name) && { opType: '2' }),
      })),
  ];
  return attributes.map((button, index) => element('portal:button', { ...button, order: index + 1 }));
}

function instancesOf({ share }: PlanStep): XmlElement[] {
  if (share === 'first') return [];
  const condition = {
    all: undefined,
    any: 'nrOfCompletedInstances >= 1',
    most: 'nrOfCompletedInstances / nrOfInstances > 0.5',
  }[share];
  return [
    element(
      'bpmn:multiInstanceLoopCharacteristics',
      {},
      condition === undefined
        ? []
        : [element('bpmn:completionCondition', { 'xsi:type': 'bpmn:tFormalExpression' }, condition)],
    ),
  ];
}

/**
 * Returns the authorities sorted by code: a stored definition does not keep the order of forms and fields.
 */
function authorities(forms: readonly StepForm[]): XmlElement[] {
  return sortedForms(forms).flatMap(({ form, authority, fields, restricted = [] }) => [
    element('portal:authority', { form, field: '*', value: authority }),
    ...(authority === 1 ? fields : []).map((field) => element('portal:authority', { form, field, value: 2 })),
    ...restricted.map(({ field, authority: value }) => element('portal:authority', { form, field, value })),
  ]);
}

function limitOf(limit: StepPlan['limit']): XmlElement[] {
  return limit
    ? [
        element('portal:limit', {
          amount: limit.amount,
          unit: limit.unit,
          ...(limit.roll === false && { roll: 'false' }),
        }),
      ]
    : [];
}

function extensionElements(part: XmlElement): XmlElement {
  return element('bpmn:extensionElements', {}, [part]);
}
