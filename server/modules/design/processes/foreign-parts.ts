/**
 * Finds the parts that other modellers write into a file in addition to BPMN (docs/process-extension.md): some
 * are supported, the others are reported as ignored or are refused.
 */
import type { ModdleElement } from 'bpmn-moddle';
import type { Replacement } from '#domain/workflow/replacements.ts';
import { addHint, childrenOf, type ElementReader, isElement } from './element-reader.ts';
import { refuseFor } from './refuse-element.ts';

/** Namespaces that describe only the drawing, or the program that made it. */
const drawingNamespace =
  /color|\/schema\/modeler|signavio|bpmndi|\/DD\/|\/bpmn\/biocolor|bpmn-js|edoras|stencil|XMLSchema|\/design$/i;

/**
 * Parts that change the behaviour of the process, by local name, each with its label and its replacement in
 * the portal.
 */
const refusedParts: Readonly<Record<string, readonly [label: string, replacement: Replacement]>> = {
  taskListener: ['任务监听器', 'listener'],
  taskListeners: ['任务监听器', 'listener'],
  executionListener: ['执行监听器', 'listener'],
  executionListeners: ['执行监听器', 'listener'],
  eventListener: ['事件监听器', 'listener'],
  skipExpression: ['跳过条件', 'skip'],
  inputOutput: ['输入输出映射', 'variableMapping'],
  ioMapping: ['输入输出映射', 'variableMapping'],
  class: ['Java 类', 'service'],
  delegateExpression: ['委托表达式', 'service'],
  expression: ['表达式', 'service'],
  type: ['任务类型', 'taskType'],
  topic: ['外部任务', 'service'],
  connector: ['连接器', 'service'],
  taskDefinition: ['外部任务', 'service'],
  resultVariable: ['结果变量', 'variableMapping'],
  resultVariableName: ['结果变量', 'variableMapping'],
  decisionRef: ['决策表', 'decision'],
  calledDecision: ['决策表', 'decision'],
  script: ['脚本', 'script'],
  resource: ['外部脚本', 'script'],
};

/** Ignored parts, with their replacement in the portal. */
const ignoredParts: Readonly<Record<string, string>> = {
  formKey: '表单由事项决定',
  formRef: '表单由事项决定',
  formData: '表单由事项决定',
  formProperty: '表单由事项决定',
  formDefinition: '表单由事项决定',
  dueDate: '时限请用 portal:limit 填写',
  taskSchedule: '时限请用 portal:limit 填写',
  async: '办理总在一个事务中完成',
  asyncBefore: '办理总在一个事务中完成',
  asyncAfter: '办理总在一个事务中完成',
  candidateStarterUsers: '发起人范围由事项设定',
  candidateStarterGroups: '发起人范围由事项设定',
};

/**
 * Attributes and elements that name handlers; `assignee` and the others are people, unless they have a type.
 */
export const handlerParts: Readonly<Record<string, 'staff' | 'group'>> = {
  assignee: 'staff',
  candidateUser: 'staff',
  candidateUsers: 'staff',
  candidateGroup: 'group',
  candidateGroups: 'group',
};

/** Parts that `modellerCandidates`, the start and `instancesOf` support. */
const supportedParts = new Set([
  ...Object.keys(handlerParts),
  'assignmentDefinition',
  'initiator',
  'collection',
  'elementVariable',
  'loopCharacteristics',
]);
/** Parts that have no effect. */
const meaninglessParts = new Set(['userTask', 'modelerTemplate', 'initiator-can-complete']);

export interface ForeignPart {
  /** Name in the file, such as `flowable:formKey`. */
  qualifiedName: string;
  localName: string;
  value: unknown;
}

/**
 * Returns attributes and extension elements that belong neither to BPMN nor to the portal nor to the drawing.
 */
export function foreignParts(element: ModdleElement): ForeignPart[] {
  const holder = element.get('extensionElements');
  const parts = isElement(holder) ? childrenOf(holder, 'values') : [];
  const entries = [
    ...Object.entries(element.$attrs ?? {}),
    ...parts.map((part) => [part.$type, part] as const),
  ];
  return entries.flatMap(([qualifiedName, value]) => {
    const [prefix = '', localName = ''] = qualifiedName.split(':');
    if (localName === '' || ['xmlns', 'xsi', 'xml', 'portal', 'bpmn'].includes(prefix)) return [];
    return drawingNamespace.test(namespaceOf(element, prefix)) ? [] : [{ qualifiedName, localName, value }];
  });
}

function namespaceOf(element: ModdleElement, prefix: string): string {
  for (
    let ancestor: ModdleElement | undefined = element;
    ancestor !== undefined;
    ancestor = ancestor.$parent
  ) {
    const uri = ancestor.$attrs?.[`xmlns:${prefix}`];
    if (typeof uri === 'string') return uri;
  }
  return prefix;
}

/** Reports every part of another modeller that is refused or ignored; supported parts are not mentioned. */
export function checkForeignParts(reader: ElementReader, element: ModdleElement): void {
  const reported = new Set<string>();
  for (const { qualifiedName, localName } of foreignParts(element)) {
    if (reported.has(qualifiedName) || supportedParts.has(localName) || meaninglessParts.has(localName))
      continue;
    reported.add(qualifiedName);
    const [label, replacement] = (Object.hasOwn(refusedParts, localName) && refusedParts[localName]) || [];
    const reason = Object.hasOwn(ignoredParts, localName) ? `（${ignoredParts[localName]}）` : '';
    if (replacement !== undefined) refuseFor(reader, ` ${qualifiedName}（${label}）`, replacement);
    else addHint(reader, `已忽略 ${qualifiedName}${reason}`);
  }
}

/** Returns the name by which expressions of the file refer to the initiator of the process. */
export function initiatorName(start: ModdleElement | undefined): string {
  const name = start && foreignParts(start).find(({ localName }) => localName === 'initiator')?.value;
  return typeof name === 'string' ? name : 'initiator';
}
