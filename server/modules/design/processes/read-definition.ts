import type { ModdleElement } from 'bpmn-moddle';
import type { FlowNode, ProcessDefinition, SequenceFlow } from '#domain/workflow/model/model.ts';
import { portalNamespace } from '#domain/workflow/portal-moddle.ts';
import { drawingHints, isDrawn } from './drawing.ts';
import { numberElements } from './element-numbers.ts';
import {
  addHint,
  addProblem,
  allowedValueOf,
  childrenOf,
  type ElementReader,
  type Findings,
  flagOf,
  isElement,
  readerOf,
  textOf,
} from './element-reader.ts';
import { initiatorName } from './foreign-parts.ts';
import { manualGateways } from './manual-gateways.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';
import { participantsOf, processOf } from './process-of-file.ts';
import { checkProperties } from './properties.ts';
import { checkConditions, conditionText } from './read-condition.ts';
import { extensionOf, readLimit, readPrecedence, readValues } from './read-extension.ts';
import { isFlowNode, readNode } from './read-node.ts';
import { refuseElement } from './refuse-element.ts';
import { nameSteps } from './step-names.ts';
import type { RewrittenFile } from './write-file.ts';

export interface ParsedDefinition extends Findings {
  /** Missing if the file is not BPMN or has no process. */
  definition?: ProcessDefinition;
  /**
   * True if every node could be read and there is one start, so that the flow can be checked, even if there
   * are other problems.
   */
  isWhole: boolean;
  /** Nodes whose handlers are in another modeller's notation. */
  modellerNodes: string[];
  /** The file as it was read; missing if it is stored as it was sent. */
  rewritten?: RewrittenFile;
}

/** Types of elements that are drawn but have no effect. */
const decorationTypes = new Set(['bpmn:TextAnnotation', 'bpmn:Group', 'bpmn:Association', 'bpmn:Category']);
const dataTypes = new Set(['bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference']);

/** The role that gets tasks without another handler, if the file does not name a role for them. */
const defaultAdministrator = 'role:matter-admin';

/**
 * Reads a BPMN 2.0 file of any modeller into the plain data of the workflow core. Returns all problems of reading
 * at once, each with the element's name, and as hints the filled-in and ignored parts
 * (docs/process-extension.md); `lintDefinition` checks the flow.
 */
export async function readDefinition(xml: string): Promise<ParsedDefinition> {
  const found: Findings = { problems: [], hints: [] };
  const file = await parseFile(xml, found);
  const emptyResult = { ...found, isWhole: false, modellerNodes: [] };
  if (file === undefined) return emptyResult;
  const { root } = file;
  const namespace = root.$attrs?.['xmlns:portal'];
  if (namespace !== undefined && namespace !== portalNamespace) {
    found.problems.push({ field: 'xml', message: `前缀 portal 的命名空间应为 ${portalNamespace}` });
  }
  const process = processOf(root, found);
  if (process === undefined) return emptyResult;
  const pool = participantsOf(root).find((participant) => participant.get('processRef') === process);
  const elements = childrenOf(process, 'flowElements');
  const generatedCount = numberElements(elements) + nameSteps(elements, found);
  const modellerNodes: string[] = [];
  const poolName = pool && textOf(pool, 'name');
  const definition = readProcessElement(process, poolName, { found, modellerNodes });
  const nodes = elements.filter((element) => isNode(element));
  const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow');
  const starts = elements.filter(({ $type }) => $type === 'bpmn:StartEvent');
  const drawn = !file.isDrawingInvalid && isDrawn(root, [...nodes, ...flows]);
  if (!drawn) found.hints.push({ field: 'xml', message: undrawnMessage(file) });
  const isChanged = generatedCount > 0 || !drawn || file.isRecoded;
  return {
    definition,
    isWhole: starts.length === 1 && Object.keys(definition.nodes).length === nodes.length,
    ...found,
    modellerNodes,
    ...(isChanged && { rewritten: { root, process, poolName, drawn } }),
  };
}

function undrawnMessage({ root, isDrawingInvalid }: ParsedFile): string {
  return isDrawingInvalid || childrenOf(root, 'diagrams').length > 0
    ? drawingHints.faulty
    : drawingHints.missing;
}

function isNode({ $type }: ModdleElement): boolean {
  return $type !== 'bpmn:SequenceFlow' && !dataTypes.has($type);
}

function readProcessElement(
  process: ModdleElement,
  poolName: string | undefined,
  { found, modellerNodes }: { found: Findings; modellerNodes: string[] },
): ProcessDefinition {
  const elements = childrenOf(process, 'flowElements');
  const reader = readerOf(process, found);
  const extension = extensionOf(reader, process, 'portal:Process');
  checkProperties(reader, process);
  const key = textOf(process, 'id') ?? '';
  const name = textOf(process, 'name') ?? poolName;
  if (name === undefined) addHint(reader, '没有名称，按编号');
  if (/^process([_-]?\w{1,8})?$/i.test(key)) {
    addHint(reader, `编号“${key}”由绘图工具自动生成，同编号的流程会成为同一流程的新版本，请改为本单位的编号`);
  }
  const starts = elements.filter(({ $type }) => $type === 'bpmn:StartEvent');
  if (starts.length === 0) addProblem(reader, '缺少开始事件，请在第一个环节之前画一个普通开始事件');
  if (starts.length > 1) {
    addProblem(reader, `只能有一个开始事件，现在有 ${starts.length} 个，请合并为一个，之后用排他网关分流`);
  }
  const administrator = readAdministrator(reader, extension);
  const flows = elements
    .filter(({ $type }) => $type === 'bpmn:SequenceFlow')
    .map((flow) => readFlow(flow, found));
  const [start] = starts;
  const startId = (start && textOf(start, 'id')) ?? '';
  const initiator = initiatorName(start);
  const context = {
    flowsInto: Map.groupBy(flows, ({ targetId }) => targetId),
    flowsOutOf: Map.groupBy(flows, ({ sourceId }) => sourceId),
    startId,
    initiator,
    administrator,
    manualGateways: manualGateways(elements, flows),
    modellerNodes,
  };
  const nodes: FlowNode[] = [];
  for (const element of elements) {
    if (isFlowNode(element)) {
      const node = readNode(element, found, context);
      if (node) nodes.push(node);
    } else if (dataTypes.has(element.$type))
      addHint(readerOf(element, found), '只作图示，办理中的数据由事项的表单保存');
    else if (element.$type !== 'bpmn:SequenceFlow') refuseElement(element, found);
  }
  for (const part of childrenOf(process, 'artifacts')) {
    if (!decorationTypes.has(part.$type)) refuseElement(part, found);
  }
  for (const lane of childrenOf(process, 'laneSets').flatMap((set) => childrenOf(set, 'lanes'))) {
    addHint(
      readerOf(lane, found),
      '泳道只作图示，不决定处理人，请在环节中用 portal:candidate 写明岗位、部门或角色',
    );
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
        allowedValueOf(reader, extension, 'recall', ['beforeFirstHandled', 'never'], 'beforeFirstHandled')) ??
      'beforeFirstHandled',
    ...(extension && flagOf(reader, extension, 'readingNotes', false) && { readingNotes: true }),
    ...(resultPrecedence && { resultPrecedence }),
    administratorKey: administrator,
  };
  checkConditions(definition, found.problems);
  return definition;
}

function readAdministrator(reader: ElementReader, extension: ModdleElement | undefined): string {
  const administrator = extension && textOf(extension, 'administrator');
  if (administrator === undefined)
    addHint(reader, `没有填写兜底处理人 administrator，按 ${defaultAdministrator}`);
  else if (!/^[a-z]+:.+$/.test(administrator))
    addProblem(reader, '兜底处理人 administrator 应如 role:matter-admin');
  return administrator ?? defaultAdministrator;
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
