import { BpmnModdle, type ModdleElement } from 'bpmn-moddle';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { FlowNode, ProcessDefinition, SequenceFlow } from '#domain/workflow/model.ts';
import { portalModdle, portalNamespace } from '#domain/workflow/portal-moddle.ts';
import {
  childrenOf,
  complain,
  type ElementReader,
  elementLabel,
  type Findings,
  flagOf,
  hint,
  isElement,
  readerOf,
  textOf,
  wordOf,
} from './element-reader.ts';
import { checkCharacters } from './encoding.ts';
import { initiatorName } from './foreign.ts';
import { inWords } from './parser-words.ts';
import { countPlaces } from './places.ts';
import { checkProperties } from './properties.ts';
import { checkConditions, conditionText } from './read-condition.ts';
import { extensionOf, readLimit, readPrecedence, readValues } from './read-extension.ts';
import { isFlowNodeType, readNode } from './read-node.ts';

export interface ReadDefinition extends Findings {
  /** Missing when the file is not BPMN at all or has no process. */
  definition?: ProcessDefinition;
  /** Every node could be read, so that it makes sense to ask for the flow as well, whatever else is wrong. */
  isWhole: boolean;
}

/** Drawn, but without effect. */
const decoration = new Set(['bpmn:TextAnnotation', 'bpmn:Group', 'bpmn:Association', 'bpmn:Category']);
const data = new Set(['bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference']);

/** Gets the tasks that nobody else can take, where a file does not say who. */
const usualAdministrator = 'role:matter-admin';

/**
 * Reads a BPMN 2.0 file of any maker into the workflow core's plain data. Gives all problems of reading at once, each
 * with the element's name, and as hints what was filled in and what was passed over (docs/process-extension.md); whether
 * the flow makes sense is the question of `lintDefinition`.
 */
export async function readDefinition(xml: string): Promise<ReadDefinition> {
  const found: Findings = { problems: [], hints: [] };
  const root = await parse(xml, found.problems);
  const elements = root ? childrenOf(root, 'rootElements') : [];
  const prefixed = root?.$attrs?.['xmlns:portal'];
  if (prefixed !== undefined && prefixed !== portalNamespace) {
    found.problems.push({ field: 'xml', message: `前缀 portal 的命名空间应为 ${portalNamespace}` });
  }
  const processes = elements.filter(({ $type }) => $type === 'bpmn:Process');
  const collaborations = elements.filter(({ $type }) => $type === 'bpmn:Collaboration');
  for (const flow of collaborations.flatMap((part) => childrenOf(part, 'messageFlows'))) {
    refuseElement(flow, found);
  }
  const [process, another] = processes;
  if (process === undefined) {
    if (root) found.problems.push({ field: 'xml', message: '文件中没有流程' });
    return { ...found, isWhole: false };
  }
  if (another) found.problems.push({ field: 'xml', message: '一个文件只能有一个流程' });
  const pool = collaborations
    .flatMap((part) => childrenOf(part, 'participants'))
    .find((participant) => participant.get('processRef') === process);
  const definition = readProcess(process, pool && textOf(pool, 'name'), found);
  const drawn = childrenOf(process, 'flowElements').filter((element) => isNode(element));
  return { definition, isWhole: Object.keys(definition.nodes).length === drawn.length, ...found };
}

function isNode({ $type }: ModdleElement): boolean {
  return $type !== 'bpmn:SequenceFlow' && !data.has($type);
}

async function parse(xml: string, problems: Problem[]): Promise<ModdleElement | undefined> {
  const wrong = checkCharacters(xml);
  if (wrong !== null) {
    problems.push({ field: 'xml', message: wrong });
    return undefined;
  }
  try {
    const text = xml.startsWith('\uFEFF') ? xml.slice(1) : xml;
    const { rootElement, warnings } = await new BpmnModdle({ portal: portalModdle }).fromXML(text);
    problems.push(...warnings.map(({ message }) => ({ field: 'xml', message: inWords(message) })));
    return rootElement;
  } catch (error) {
    const message = inWords(error instanceof Error ? error.message : '');
    problems.push({ field: 'xml', message: `不是有效的 BPMN 2.0 文件：${message}` });
    return undefined;
  }
}

function readProcess(
  process: ModdleElement,
  poolName: string | undefined,
  found: Findings,
): ProcessDefinition {
  const elements = childrenOf(process, 'flowElements');
  countPlaces(elements);
  const reader = readerOf(process, found);
  const extension = extensionOf(reader, process, 'portal:Process');
  checkProperties(reader, process);
  const key = textOf(process, 'id') ?? '';
  const name = textOf(process, 'name') ?? poolName;
  if (name === undefined) hint(reader, '没有名称，按编号');
  if (/^process([_-]?\w{1,8})?$/i.test(key)) {
    hint(reader, `编号“${key}”是绘图工具给的，同编号的流程会成为同一流程的新版本，请改为自己的编号`);
  }
  const starts = elements.filter(({ $type }) => $type === 'bpmn:StartEvent');
  if (starts.length !== 1) complain(reader, starts.length === 0 ? '缺少开始事件' : '只能有一个开始事件');
  const administrator = readAdministrator(reader, extension);
  const flows = elements
    .filter(({ $type }) => $type === 'bpmn:SequenceFlow')
    .map((flow) => readFlow(flow, found));
  const [start] = starts;
  const startId = (start && textOf(start, 'id')) ?? '';
  const initiator = initiatorName(start);
  const around = {
    flowsInto: Map.groupBy(flows, ({ targetId }) => targetId),
    flowsOutOf: Map.groupBy(flows, ({ sourceId }) => sourceId),
    startId,
    initiator,
    administrator,
    manualGateways: manualGateways(elements),
  };
  const nodes: FlowNode[] = [];
  for (const element of elements) {
    if (isFlowNodeType(element.$type)) {
      const node = readNode(element, found, around);
      if (node) nodes.push(node);
    } else if (data.has(element.$type)) hint(readerOf(element, found), '只作图示');
    else if (element.$type !== 'bpmn:SequenceFlow') refuseElement(element, found);
  }
  for (const part of childrenOf(process, 'artifacts')) {
    if (!decoration.has(part.$type)) refuseElement(part, found);
  }
  for (const lane of childrenOf(process, 'laneSets').flatMap((set) => childrenOf(set, 'lanes'))) {
    hint(readerOf(lane, found), '泳道只作图示，不决定处理人');
  }
  const limit = extension && readLimit(reader, extension);
  const resultPrecedence = extension && readPrecedence(reader, extension);
  const definition: ProcessDefinition = {
    key,
    name: name ?? key,
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    flows: Object.fromEntries(flows.map((flow) => [flow.id, flow])),
    startId,
    ...(limit && { limit }),
    variables: extension ? readValues(reader, childrenOf(extension, 'variables')) : {},
    recall:
      (extension &&
        wordOf(reader, extension, 'recall', ['beforeFirstHandled', 'never'], 'beforeFirstHandled')) ??
      'beforeFirstHandled',
    ...(extension && flagOf(reader, extension, 'readingNotes', false) && { readingNotes: true }),
    ...(resultPrecedence && { resultPrecedence }),
    administratorKey: administrator,
  };
  checkConditions(definition, found.problems);
  return definition;
}

function readAdministrator(reader: ElementReader, extension: ModdleElement | undefined): string {
  const written = extension && textOf(extension, 'administrator');
  if (written === undefined) hint(reader, `没有填写兜底处理人 administrator，按 ${usualAdministrator}`);
  else if (!/^[a-z]+:.+$/.test(written)) complain(reader, '兜底处理人 administrator 应如 role:matter-admin');
  return written ?? usualAdministrator;
}

function manualGateways(elements: readonly ModdleElement[]): Set<string> {
  const manual = elements.filter((element) => {
    const holder = element.get('extensionElements');
    const parts = isElement(holder) ? childrenOf(holder, 'values') : [];
    return parts.some((part) => part.$type === 'portal:Gateway' && part.get('manual') === 'true');
  });
  return new Set(manual.map((element) => textOf(element, 'id') ?? ''));
}

function readFlow(element: ModdleElement, found: Findings): SequenceFlow {
  const reader = readerOf(element, found);
  checkProperties(reader, element);
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

function referenceOf(element: ModdleElement, name: string): string {
  const target = element.get(name);
  return isElement(target) ? (textOf(target, 'id') ?? '') : '';
}

function refuseElement(element: ModdleElement, found: Findings): void {
  const reader = readerOf(element, found);
  complain(reader, `不支持的元素（${elementLabel(element.$type)}）`);
}
