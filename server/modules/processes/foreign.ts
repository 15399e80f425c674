/** What other makers write into a file beside BPMN (docs/process-extension.md): carried out, named as ignored, or refused. */
import type { ModdleElement } from 'bpmn-moddle';
import type { CandidateRule } from '#domain/workflow/model.ts';
import { childrenOf, complain, type ElementReader, hint, isElement, textOf } from './element-reader.ts';

/** Namespaces that only say how something is drawn, or which program drew it. */
const drawing =
  /color|\/schema\/modeler|signavio|bpmndi|\/DD\/|\/bpmn\/biocolor|bpmn-js|edoras|stencil|XMLSchema|\/design$/i;

/** Parts that change what the process does, by their local name. */
const refused: Readonly<Record<string, string>> = {
  taskListener: '任务监听器',
  taskListeners: '任务监听器',
  executionListener: '执行监听器',
  executionListeners: '执行监听器',
  skipExpression: '跳过条件',
  inputOutput: '输入输出映射',
  ioMapping: '输入输出映射',
  class: 'Java 类',
  delegateExpression: '委托表达式',
  expression: '表达式',
  type: '任务类型',
  topic: '外部任务',
  connector: '连接器',
  taskDefinition: '外部任务',
  resultVariable: '结果变量',
  resultVariableName: '结果变量',
  decisionRef: '决策表',
  calledDecision: '决策表',
  script: '脚本',
  resource: '外部脚本',
};

/** Parts that are passed over, with what stands for them in the portal. */
const ignored: Readonly<Record<string, string>> = {
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
  candidateStarterUsers: '谁可以发起由事项决定',
  candidateStarterGroups: '谁可以发起由事项决定',
};

/** Parts that `makerCandidates`, the start and `readInstances` carry out. */
const carried = new Set([
  'assignee',
  'candidateUsers',
  'candidateGroups',
  'assignmentDefinition',
  'initiator',
  'collection',
  'elementVariable',
  'loopCharacteristics',
]);
/** Parts without any meaning of their own. */
const silent = new Set(['userTask', 'modelerTemplate', 'initiator-can-complete']);

interface ForeignPart {
  /** As the file writes it, such as `flowable:formKey`. */
  written: string;
  local: string;
  value: unknown;
}

/** Attributes and extension elements that are neither BPMN's nor the portal's nor the drawing's. */
function foreignParts(element: ModdleElement): ForeignPart[] {
  const holder = element.get('extensionElements');
  const parts = isElement(holder) ? childrenOf(holder, 'values') : [];
  const named = [
    ...Object.entries(element.$attrs ?? {}),
    ...parts.map((part) => [part.$type, part] as const),
  ];
  return named.flatMap(([written, value]) => {
    const [prefix = '', local = ''] = written.split(':');
    if (local === '' || ['xmlns', 'xsi', 'xml', 'portal', 'bpmn'].includes(prefix)) return [];
    return drawing.test(namespaceOf(element, prefix)) ? [] : [{ written, local, value }];
  });
}

function namespaceOf(element: ModdleElement, prefix: string): string {
  for (let at: ModdleElement | undefined = element; at !== undefined; at = at.$parent) {
    const uri = at.$attrs?.[`xmlns:${prefix}`];
    if (typeof uri === 'string') return uri;
  }
  return prefix;
}

/** Says of every part of another maker what becomes of it; what is carried out is not mentioned. */
export function checkForeign(reader: ElementReader, element: ModdleElement): void {
  const said = new Set<string>();
  for (const { written, local } of foreignParts(element)) {
    if (said.has(written) || carried.has(local) || silent.has(local)) continue;
    said.add(written);
    const meaning = Object.hasOwn(refused, local) ? refused[local] : undefined;
    const passedOver = Object.hasOwn(ignored, local) ? `（${ignored[local]}）` : '';
    if (meaning !== undefined) complain(reader, `不支持 ${written}（${meaning}）`);
    else hint(reader, `已忽略 ${written}${passedOver}`);
  }
}

/** The name by which expressions of the file call whoever started the process. */
export function initiatorName(start: ModdleElement | undefined): string {
  const given = start && foreignParts(start).find(({ local }) => local === 'initiator')?.value;
  return typeof given === 'string' ? given : 'initiator';
}

/** The collection of several instances, and the name by which expressions call one of its members, as they are written. */
export function makerCollection(
  reader: ElementReader,
  loop: ModdleElement,
): { collection: string; member: string } {
  const texts: Record<string, unknown> = {};
  for (const { local, value } of foreignParts(loop)) {
    const part = local === 'loopCharacteristics' && isElement(value) ? value : undefined;
    if (part === undefined) texts[local] = value;
    else {
      texts.collection = part.get('inputCollection');
      texts.elementVariable = part.get('inputElement');
      if (part.get('outputCollection')) complain(reader, '不支持 outputCollection（汇集结果）');
    }
  }
  const { collection, elementVariable } = texts;
  return { collection: expressionOf(collection) ?? '', member: expressionOf(elementVariable) ?? '' };
}

/** What stands in `${…}`, `#{…}` or behind `=`, or the text itself; undefined for what is no text. */
function expressionOf(written: unknown): string | undefined {
  if (typeof written !== 'string') return undefined;
  return written.trim().replace(/^(?:[$#]\{\s*([^{}]*?)\s*\}|=\s*(.*))$/s, '$1$2');
}

/**
 * Candidates as other makers write them: assignee and candidate users are people by their id, candidate groups are user
 * groups; an expression is only read where it is one of the names, such as the one for whoever started the process.
 */
export function makerCandidates(
  reader: ElementReader,
  element: ModdleElement,
  names: ReadonlyMap<string, CandidateRule>,
): CandidateRule[] {
  const rules: CandidateRule[] = [];
  const add = (kind: 'staff' | 'group', ids: unknown) => {
    if (typeof ids !== 'string') return;
    for (const id of ids.split(',').map((part) => part.trim())) {
      if (id === '') continue;
      const asked = expressionOf(id) ?? id;
      const rule = names.get(asked);
      if (asked === id) rules.push({ kind, id, name: id });
      else if (rule) rules.push(rule);
      else complain(reader, `处理人“${id}”是表达式，请改用 portal:candidate 填写`);
    }
  };
  for (const { local, value } of foreignParts(element)) {
    const part = local === 'assignmentDefinition' && isElement(value) ? value : undefined;
    const of = (name: string) => (part ? part.get(name) : local === name ? value : undefined);
    add('staff', of('assignee'));
    add('staff', of('candidateUsers'));
    add('group', of('candidateGroups'));
  }
  for (const owner of childrenOf(element, 'resources')) {
    const assignment = owner.get('resourceAssignmentExpression');
    const expression = isElement(assignment) ? assignment.get('expression') : undefined;
    const body = isElement(expression) ? textOf(expression, 'body') : undefined;
    for (const part of body?.split(/,(?![^(]*\))/) ?? []) {
      const [, kind, ids] = /^\s*(user|group)\(([^()]*)\)\s*$/.exec(part) ?? [];
      add(kind === 'user' ? 'staff' : 'group', kind === undefined ? part : ids);
    }
  }
  return rules;
}
