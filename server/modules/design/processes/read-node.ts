import type { ModdleElement } from 'bpmn-moddle';
import { WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import type {
  CandidateRule,
  EndNode,
  FlowNode,
  GatewayNode,
  SequenceFlow,
  UserTaskNode,
} from '#domain/workflow/model/model.ts';
import {
  addHint,
  allowedValueOf,
  childrenOf,
  type ElementReader,
  type Findings,
  flagOf,
  isElement,
  readerOf,
  textOf,
} from './element-reader.ts';
import { humanTasks } from './manual-gateways.ts';
import { modellerCandidates } from './modeller-handlers.ts';
import { namesOf, readPlainUserTask } from './plain-user-task.ts';
import { checkProperties } from './properties.ts';
import {
  extensionOf,
  readAuthority,
  readButton,
  readCandidate,
  readLimit,
  readReturns,
  readService,
  readStatus,
} from './read-extension.ts';
import { instancesOf, readLoop, refuseLoop } from './read-instances.ts';
import { refuseEvents, refuseFor } from './refuse-element.ts';

const gatewayKinds: Record<string, GatewayNode['kind']> = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
};

const plainNodes = ['bpmn:StartEvent', 'bpmn:EndEvent', 'bpmn:ServiceTask', ...humanTasks];

export function isFlowNode(element: ModdleElement): boolean {
  return element.$type in gatewayKinds || plainNodes.includes(element.$type) || isMilestone(element);
}

/** Checks for an event that neither waits nor sends: it is only a milestone that orders pass. */
function isMilestone(element: ModdleElement): boolean {
  const events = childrenOf(element, 'eventDefinitions');
  return element.$type === 'bpmn:IntermediateThrowEvent' && events.length === 0;
}

/** Facts of the process that are needed to read its nodes. */
export interface ProcessContext {
  /** Flows by their target node, and by their source node. */
  flowsInto: ReadonlyMap<string, readonly SequenceFlow[]>;
  flowsOutOf: ReadonlyMap<string, readonly SequenceFlow[]>;
  startId: string;
  /** Name of the initiator in the file's expressions. */
  initiator: string;
  administrator: string;
  /** Receives the ids of the nodes whose handlers are in another modeller's notation. */
  modellerNodes: string[];
  /** Ids of the gateways whose branch a person chooses. */
  manualGateways: ReadonlySet<string>;
}

/** Reads one node of the flow. If a necessary part cannot be read, a problem is added and the result is undefined. */
export function readNode(
  element: ModdleElement,
  found: Findings,
  context: ProcessContext,
): FlowNode | undefined {
  const reader = readerOf(element, found);
  const id = textOf(element, 'id') ?? '';
  const before = found.problems.length;
  const base = {
    id,
    name: textOf(element, 'name') ?? defaultNames[element.$type] ?? '',
    incoming: (context.flowsInto.get(id) ?? []).map((flow) => flow.id),
    outgoing: outgoingOf(element, context.flowsOutOf.get(id) ?? []),
  };
  // A milestone is read as a gateway with one outgoing flow, which orders pass without a choice.
  const kind = isMilestone(element) ? 'exclusive' : gatewayKinds[element.$type];
  if (!humanTasks.includes(element.$type)) refuseLoop(reader, element);
  checkProperties(reader, element);
  if (kind !== undefined) return readGateway(reader, element, { ...base, kind }, context.manualGateways);
  switch (element.$type) {
    case 'bpmn:StartEvent': {
      readTriggers(reader, element);
      const extension = extensionOf(reader, element, 'portal:Start');
      return { ...base, kind: 'start', fieldAuthority: readAuthority(reader, extension) };
    }
    case 'bpmn:EndEvent':
      return readEnd(reader, element, base);
    case 'bpmn:ServiceTask': {
      const extension = extensionOf(reader, element, 'portal:ServiceTask');
      const service = extension && readService(reader, extension);
      // Content of other modellers' extensions was refused with its element.
      if (extension === undefined && found.problems.length === before) {
        refuseFor(reader, '没有扩展 portal:serviceTask 的自动任务', 'service');
      }
      return service && { ...base, kind: 'serviceTask', service };
    }
    default:
      return readUserTask(reader, element, base, context);
  }
}

/** Events by which other engines start a process; in the portal a person starts it. */
const triggers = new Set(
  ['Timer', 'Message', 'Signal', 'Conditional'].map((kind) => `bpmn:${kind}EventDefinition`),
);

function readTriggers(reader: ElementReader, start: ModdleElement): void {
  const definitions = childrenOf(start, 'eventDefinitions');
  const others = definitions.filter(({ $type }) => !triggers.has($type));
  if (others.length > 0) refuseEvents(reader, start.$type, others);
  else if (definitions.length > 0)
    addHint(
      reader,
      '按普通开始事件读取，办件由工作人员在“新建办件”中发起，不会因消息、定时、信号或条件自动发起',
    );
}

const defaultNames: Readonly<Record<string, string>> = { 'bpmn:StartEvent': '开始', 'bpmn:EndEvent': '结束' };

type Base = Pick<FlowNode, 'id' | 'name' | 'incoming' | 'outgoing'>;

/** Returns the flows in the order of the element's own list, in which their conditions are evaluated. */
function outgoingOf(element: ModdleElement, flows: readonly SequenceFlow[]): string[] {
  const listedIds = childrenOf(element, 'outgoing').map((flow) => textOf(flow, 'id') ?? '');
  const outgoing = new Set(flows.map(({ id }) => id));
  // A file may list a flow twice; flows that it does not list come last.
  return [...new Set([...listedIds.filter((flowId) => outgoing.has(flowId)), ...outgoing])];
}

function readGateway(
  reader: ElementReader,
  element: ModdleElement,
  base: Base & Pick<GatewayNode, 'kind'>,
  manualGateways: ReadonlySet<string>,
): GatewayNode {
  const extension = extensionOf(reader, element, 'portal:Gateway');
  const manual = extension ? flagOf(reader, extension, 'manual', false) : manualGateways.has(base.id);
  if (manual && extension === undefined) {
    addHint(reader, '离开的连线都没有条件，按人工选择：由前面环节的处理人办理时选择分支');
  }
  if (isMilestone(element)) addHint(reader, '没有动作，办件直接经过');
  const byDefault = base.kind === 'parallel' ? undefined : element.get('default');
  const gateway = { ...base, manual };
  return isElement(byDefault) ? { ...gateway, defaultFlowId: textOf(byDefault, 'id') ?? '' } : gateway;
}

const endBehaviours: Record<string, EndNode['behaviour']> = {
  'bpmn:TerminateEventDefinition': 'terminate',
  'bpmn:ErrorEventDefinition': 'error',
};

function readEnd(reader: ElementReader, element: ModdleElement, base: Base): EndNode | undefined {
  const [event] = childrenOf(element, 'eventDefinitions');
  const behaviour = event ? endBehaviours[event.$type] : 'plain';
  if (event && behaviour === undefined) refuseEvents(reader, element.$type, [event]);
  const extension = extensionOf(reader, element, 'portal:End');
  const result = extension ? readStatus(reader, extension, 'result') : defaultResult(reader, behaviour);
  return result !== undefined && behaviour !== undefined
    ? { ...base, kind: 'end', behaviour, result }
    : undefined;
}

function defaultResult(reader: ElementReader, behaviour: EndNode['behaviour'] | undefined): WorkOrderStatus {
  const result = behaviour === 'plain' ? WorkOrderStatus.concluded : WorkOrderStatus.returnedAndConcluded;
  addHint(reader, `没有扩展 portal:end，结束状态按“${workOrderStatusLabel[result]}”（${result}）`);
  return result;
}

function readUserTask(
  reader: ElementReader,
  element: ModdleElement,
  base: Base,
  context: ProcessContext,
): UserTaskNode | undefined {
  const extension = extensionOf(reader, element, 'portal:UserTask');
  const { initiator, startId, modellerNodes } = context;
  const loop = readLoop(reader, element);
  const names = new Map<string, CandidateRule>([
    [initiator, { kind: 'previousNode', nodeId: startId }],
    ...(loop?.collection ? ([[loop.member, { kind: 'variable', name: loop.collection }]] as const) : []),
  ]);
  const foreignCandidates = modellerCandidates(reader, element, names);
  const recordNotation = (hasPortalCandidates: boolean) => {
    if (hasPortalCandidates && foreignCandidates.length > 0) {
      addHint(
        reader,
        `已忽略文件中其他写法的处理人 ${namesOf(foreignCandidates).join('、')}（以 portal:candidate 为准）`,
      );
    } else if (foreignCandidates.length > 0) modellerNodes.push(base.id);
  };
  if (extension === undefined) {
    recordNotation(false);
    const node = readPlainUserTask(reader, base, context, foreignCandidates);
    return { ...node, ...instancesOf(reader, loop, foreignCandidates, false) };
  }
  const stage = readStatus(reader, extension, 'stage');
  const limit = readLimit(reader, extension);
  const named = allowedValueOf(reader, extension, 'named', ['handlers', 'candidates'], 'handlers');
  const candidates = childrenOf(extension, 'candidates').flatMap((part) => readCandidate(reader, part));
  recordNotation(candidates.length > 0);
  const node = {
    ...base,
    kind: 'userTask' as const,
    candidates: candidates.length > 0 ? candidates : foreignCandidates,
    ...instancesOf(
      reader,
      loop,
      candidates.length > 0 ? candidates : foreignCandidates,
      candidates.length > 0,
    ),
    emptyCandidates:
      allowedValueOf(reader, extension, 'emptyCandidates', ['skip', 'administrator', 'refuse'], 'refuse') ??
      'refuse',
    ...(named === 'candidates' && { named }),
    buttons: childrenOf(extension, 'buttons').map((part, index) => readButton(reader, part, index)),
    fieldAuthority: readAuthority(reader, extension),
    opinionRequired: flagOf(reader, extension, 'opinionRequired', false),
    ...(limit && { limit }),
    returns: readReturns(reader, extension),
    withdrawAllowed: flagOf(reader, extension, 'withdrawAllowed', false),
  };
  return stage === undefined ? undefined : { ...node, stage };
}
