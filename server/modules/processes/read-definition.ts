import { BpmnModdle, type ModdleElement } from 'bpmn-moddle';
import type { Problem } from '#domain/refusals/refusals.ts';
import { checkCondition } from '#domain/workflow/conditions/condition.ts';
import { kindsOfNames } from '#domain/workflow/conditions/kinds.ts';
import type { FlowNode, ProcessDefinition, SequenceFlow } from '#domain/workflow/model.ts';
import { portalModdle } from '#domain/workflow/portal-moddle.ts';
import {
  childrenOf,
  complain,
  type ElementReader,
  elementLabel,
  isElement,
  readerOf,
  textOf,
  wordOf,
} from './element-reader.ts';
import { extensionOf, readLimit, readPrecedence, readValues } from './read-extension.ts';
import { isFlowNodeType, readNode } from './read-node.ts';

export interface ReadDefinition {
  /** Missing when the file is not BPMN at all or has no process. */
  definition?: ProcessDefinition;
  problems: Problem[];
}

/** Drawn, but without effect. */
const decoration = new Set([
  'bpmn:LaneSet',
  'bpmn:TextAnnotation',
  'bpmn:Group',
  'bpmn:Association',
  'bpmn:Category',
]);

/**
 * Reads a BPMN 2.0 file with the `portal:` extension into the workflow core's plain data. Gives all problems of reading
 * at once, each with the element's name; whether the flow makes sense is the question of `lintDefinition`.
 */
export async function readDefinition(xml: string): Promise<ReadDefinition> {
  const problems: Problem[] = [];
  const root = await parse(xml, problems);
  const processes = root
    ? childrenOf(root, 'rootElements').filter(({ $type }) => $type === 'bpmn:Process')
    : [];
  for (const collaboration of root ? childrenOf(root, 'rootElements') : []) {
    if (collaboration.$type !== 'bpmn:Collaboration') continue;
    for (const flow of childrenOf(collaboration, 'messageFlows')) refuseElement(flow, problems);
  }
  const [process, another] = processes;
  if (process === undefined) {
    if (root) problems.push({ field: 'xml', message: '文件中没有流程' });
    return { problems };
  }
  if (another) problems.push({ field: 'xml', message: '一个文件只能有一个流程' });
  return { definition: readProcess(process, problems), problems };
}

/** Numbers of characters that XML does not know and that no record can hold: NUL and halves of pairs. */
function holdsNoCharacter(xml: string): boolean {
  return [...xml.matchAll(/&#(?:x([0-9a-f]+)|(\d+));/gi)].some(([, hex, decimal]) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code === 0 || (code >= 0xd800 && code <= 0xdfff);
  });
}

async function parse(xml: string, problems: Problem[]): Promise<ModdleElement | undefined> {
  if (holdsNoCharacter(xml)) {
    problems.push({ field: 'xml', message: '不是有效的 BPMN 2.0 文件：含有不允许的字符' });
    return undefined;
  }
  try {
    const { rootElement, warnings } = await new BpmnModdle({ portal: portalModdle }).fromXML(xml);
    problems.push(
      ...warnings.map(({ message }) => ({ field: 'xml', message: `无法识别：${firstLine(message)}` })),
    );
    return rootElement;
  } catch (error) {
    const message = error instanceof Error ? firstLine(error.message) : '';
    problems.push({ field: 'xml', message: `不是有效的 BPMN 2.0 文件：${message}` });
    return undefined;
  }
}

function firstLine(message: string): string {
  return message.split('\n')[0] ?? '';
}

function readProcess(process: ModdleElement, problems: Problem[]): ProcessDefinition {
  const reader = readerOf(process, problems);
  const extension = extensionOf(reader, process, 'portal:Process');
  if (!textOf(process, 'name')) complain(reader, '缺少名称');
  if (process.get('isExecutable') !== true) complain(reader, 'isExecutable 应为 true');

  const elements = childrenOf(process, 'flowElements');
  const flows = elements
    .filter(({ $type }) => $type === 'bpmn:SequenceFlow')
    .map((flow) => readFlow(flow, problems));
  const nodes: FlowNode[] = [];
  for (const element of elements) {
    if (isFlowNodeType(element.$type)) {
      const node = readNode(element, problems, flows);
      if (node) nodes.push(node);
    } else if (element.$type !== 'bpmn:SequenceFlow') refuseElement(element, problems);
  }
  for (const part of [...childrenOf(process, 'artifacts'), ...childrenOf(process, 'laneSets')]) {
    if (!decoration.has(part.$type)) refuseElement(part, problems);
  }

  const starts = nodes.filter(({ kind }) => kind === 'start');
  if (starts.length !== 1) complain(reader, starts.length === 0 ? '缺少开始事件' : '只能有一个开始事件');
  const administrator = extension && textOf(extension, 'administrator');
  if (administrator === undefined || !/^[a-z]+:.+$/.test(administrator)) {
    complain(reader, '缺少兜底处理人 administrator（如 role:matter-admin）');
  }
  const limit = extension && readLimit(reader, extension);
  const resultPrecedence = extension && readPrecedence(reader, extension);
  const definition: ProcessDefinition = {
    key: textOf(process, 'id') ?? '',
    name: textOf(process, 'name') ?? '',
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    flows: Object.fromEntries(flows.map((flow) => [flow.id, flow])),
    startId: starts[0]?.id ?? '',
    ...(limit && { limit }),
    variables: extension ? readValues(reader, childrenOf(extension, 'variables')) : {},
    recall:
      (extension &&
        wordOf(reader, extension, 'recall', ['beforeFirstHandled', 'never'], 'beforeFirstHandled')) ??
      'beforeFirstHandled',
    ...(resultPrecedence && { resultPrecedence }),
    administratorKey: administrator ?? '',
  };
  checkConditions(definition, problems);
  return definition;
}

function readFlow(element: ModdleElement, problems: Problem[]): SequenceFlow {
  const reader = readerOf(element, problems);
  const condition = element.get('conditionExpression');
  const expression = isElement(condition) ? conditionText(reader, condition) : undefined;
  return {
    id: textOf(element, 'id') ?? '',
    name: textOf(element, 'name') ?? '',
    sourceId: referenceOf(element, 'sourceRef'),
    targetId: referenceOf(element, 'targetRef'),
    ...(expression && { condition: expression }),
  };
}

function conditionText(reader: ElementReader, condition: ModdleElement): string | undefined {
  const language = textOf(condition, 'language');
  if (language !== undefined && !/feel/i.test(language)) complain(reader, '条件只支持 FEEL');
  const body = textOf(condition, 'body');
  if (body === undefined) complain(reader, '条件为空');
  return body;
}

function referenceOf(element: ModdleElement, name: string): string {
  const target = element.get(name);
  return isElement(target) ? (textOf(target, 'id') ?? '') : '';
}

function refuseElement(element: ModdleElement, problems: Problem[]): void {
  const reader = readerOf(element, problems);
  complain(reader, `不支持的元素（${elementLabel(element.$type)}）`);
}

/** As much of a condition as a message needs to tell which one it is. */
function cut(condition: string): string {
  return condition.length > 80 ? `${condition.slice(0, 80)}…` : condition;
}

/** A condition may ask the variables that have a value from the start, the forms that some node names, and the order. */
function checkConditions(definition: ProcessDefinition, problems: Problem[]): void {
  const names = kindsOfNames(definition);
  for (const flow of Object.values(definition.flows)) {
    const wrong = flow.condition === undefined ? null : checkCondition(flow.condition, names);
    if (wrong === null) continue;
    const source = definition.nodes[flow.sourceId];
    const subject = `连线“${flow.name || flow.id}”（${source?.name || flow.sourceId}之后）`;
    problems.push({ field: flow.id, message: `${subject}：条件“${cut(flow.condition ?? '')}”${wrong}` });
  }
}
