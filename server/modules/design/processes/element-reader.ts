import type { ModdleElement } from 'bpmn-moddle';
import type { Problem } from '#domain/refusals/refusals.ts';
import { elementNumberOf, hasOwnId } from './element-numbers.ts';

/** Reads one element of the file: every invalid value becomes a problem with the element's name in it. */
export interface ElementReader {
  /** Subject of a problem, such as 环节“受理”. */
  readonly subject: string;
  readonly field: string;
  readonly found: Findings;
}

export interface Findings {
  /** Problems that prevent publishing the file. */
  problems: Problem[];
  /**
   * Parts that were left out and values that were filled in, which the person who imports the file should
   * check.
   */
  hints: Problem[];
}

export function readerOf(element: ModdleElement, found: Findings): ElementReader {
  return { subject: subjectOf(element), field: textOf(element, 'id') ?? '', found };
}

/** Returns the subject: the name, else the number and the id in the file. */
function subjectOf(element: ModdleElement): string {
  const name = textOf(element, 'name');
  const label = elementLabel(element.$type);
  if (name !== undefined) return `${label}“${name}”`;
  const elementNumber = elementNumberOf(element);
  const id = hasOwnId(element) ? (textOf(element, 'id') ?? '') : '';
  if (elementNumber === undefined) return `${label}“${id}”`;
  const count = `第 ${elementNumber} ${element.$type === 'bpmn:SequenceFlow' ? '条' : '个'}${label}`;
  return id === '' ? count : `${count}“${id}”`;
}

export function addProblem({ subject, field, found }: ElementReader, message: string): void {
  found.problems.push({ field, message: `${subject}：${message}` });
}

/** Adds a hint about a filled-in or ignored value; the file may still be published. */
export function addHint({ subject, field, found }: ElementReader, message: string): void {
  found.hints.push({ field, message: `${subject}：${message}` });
}

export function textOf(element: ModdleElement, name: string): string | undefined {
  const value = element.get(name);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  // Modellers insert line breaks into names, to fit them into shapes.
  return name === 'name' ? value.trim().replace(/\s*[\r\n]+\s*/g, ' ') : value.trim();
}

export function requiredText(reader: ElementReader, element: ModdleElement, name: string): string {
  const text = textOf(element, name);
  if (text === undefined) addProblem(reader, `缺少 ${partOf(element)}${name}`);
  return text ?? '';
}

/**
 * Reads one of the allowed values, or the fallback if the attribute is missing; without a fallback it is
 * required.
 */
export function allowedValueOf<T extends string>(
  reader: ElementReader,
  element: ModdleElement,
  name: string,
  allowed: readonly T[],
  fallback?: T,
): T | undefined {
  const text = textOf(element, name);
  if (text === undefined && fallback !== undefined) return fallback;
  const value = allowed.find((candidate) => candidate === text);
  if (value === undefined) addProblem(reader, `${partOf(element)}${name} 只能是 ${allowed.join('、')}`);
  return value ?? fallback;
}

export function flagOf(
  reader: ElementReader,
  element: ModdleElement,
  name: string,
  fallback: boolean,
): boolean {
  return allowedValueOf(reader, element, name, ['true', 'false'], fallback ? 'true' : 'false') === 'true';
}

/** Reads a non-negative whole number; undefined if it is missing. */
export function numberOf(reader: ElementReader, element: ModdleElement, name: string): number | undefined {
  const text = textOf(element, name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  addProblem(reader, `${partOf(element)}${name} 应为整数`);
  return undefined;
}

/** Reads a value with its type: `type="boolean" value="true"`. */
export function typedValue(reader: ElementReader, element: ModdleElement): string | number | boolean {
  const type = allowedValueOf(reader, element, 'type', ['string', 'number', 'boolean'], 'string');
  const text = element.get('value');
  if (typeof text !== 'string') {
    addProblem(reader, `缺少 ${partOf(element)}value`);
    return '';
  }
  if (type === 'boolean') {
    if (text !== 'true' && text !== 'false') addProblem(reader, `${partOf(element)}value 只能是 true、false`);
    return text === 'true';
  }
  if (type === 'number') {
    if (text.trim() === '' || !Number.isFinite(Number(text)))
      addProblem(reader, `${partOf(element)}value 应为数字`);
    return Number(text);
  }
  return text;
}

export function childrenOf(element: ModdleElement, name: string): ModdleElement[] {
  const value = element.get(name);
  return Array.isArray(value) ? value.filter(isElement) : [];
}

export function isElement(value: unknown): value is ModdleElement {
  return typeof value === 'object' && value !== null && '$type' in value;
}

/** Returns the part of an extension as a prefix of its attribute's name, such as `button“受理”.`. */
function partOf(element: ModdleElement): string {
  const [, type = ''] = element.$type.split(':');
  const part = type.slice(0, 1).toLowerCase() + type.slice(1);
  const id = textOf(element, 'id') ?? textOf(element, 'ref') ?? textOf(element, 'form');
  return id === undefined ? `${part}.` : `${part}“${id}”.`;
}

const labels: Record<string, string> = {
  'bpmn:Process': '流程',
  'bpmn:StartEvent': '开始事件',
  'bpmn:EndEvent': '结束事件',
  'bpmn:UserTask': '环节',
  'bpmn:ServiceTask': '自动任务',
  'bpmn:ExclusiveGateway': '排他网关',
  'bpmn:ParallelGateway': '并行网关',
  'bpmn:InclusiveGateway': '包容网关',
  'bpmn:SequenceFlow': '连线',
  'bpmn:SubProcess': '子流程',
  'bpmn:CallActivity': '调用活动',
  'bpmn:BoundaryEvent': '边界事件',
  'bpmn:ScriptTask': '脚本任务',
  'bpmn:MessageFlow': '消息流',
  'bpmn:Task': '任务',
  'bpmn:ManualTask': '人工任务',
  'bpmn:BusinessRuleTask': '规则任务',
  'bpmn:SendTask': '发送任务',
  'bpmn:ReceiveTask': '接收任务',
  'bpmn:EventBasedGateway': '事件网关',
  'bpmn:ComplexGateway': '复杂网关',
  'bpmn:IntermediateCatchEvent': '中间捕获事件',
  'bpmn:IntermediateThrowEvent': '中间抛出事件',
  'bpmn:Transaction': '事务子流程',
  'bpmn:AdHocSubProcess': '自由子流程',
  'bpmn:ChoreographyTask': '编排任务',
  'bpmn:SubChoreography': '编排子流程',
  'bpmn:CallChoreography': '调用编排',
  'bpmn:Lane': '泳道',
  'bpmn:DataObjectReference': '数据对象',
  'bpmn:DataObject': '数据对象',
  'bpmn:DataStoreReference': '数据存储',
};

export function elementLabel(type: string): string {
  return labels[type] ?? type.replace(/^bpmn:/, '');
}
