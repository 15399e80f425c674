import type { ModdleElement } from 'bpmn-moddle';
import { WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import type {
  CandidateRule,
  EndNode,
  FlowNode,
  GatewayNode,
  NodeButton,
  SequenceFlow,
  UserTaskNode,
} from '#domain/workflow/model.ts';
import {
  childrenOf,
  complain,
  type ElementReader,
  type Findings,
  flagOf,
  hint,
  isElement,
  readerOf,
  textOf,
  wordOf,
} from './element-reader.ts';
import { makerCandidates } from './foreign.ts';
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

const gatewayKinds: Record<string, GatewayNode['kind']> = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
};

/** Tasks of no kind and those done by hand are done by people as well. */
const peoplesTasks = ['bpmn:UserTask', 'bpmn:Task', 'bpmn:ManualTask'];
const plainNodes = ['bpmn:StartEvent', 'bpmn:EndEvent', 'bpmn:ServiceTask', ...peoplesTasks];

export function isFlowNodeType(type: string): boolean {
  return type in gatewayKinds || plainNodes.includes(type);
}

/** What nodes need to know of the process around them. */
export interface ProcessAround {
  /** By the node that they lead to, and by the one that they leave. */
  flowsInto: ReadonlyMap<string, readonly SequenceFlow[]>;
  flowsOutOf: ReadonlyMap<string, readonly SequenceFlow[]>;
  startId: string;
  /** The name by which the file calls whoever started the process. */
  initiator: string;
  administrator: string;
  /** Ids of the gateways whose branch a person chooses. */
  manualGateways: ReadonlySet<string>;
}

/** Reads one node of the flow; undefined when too little of it can be read, which has become a problem then. */
export function readNode(
  element: ModdleElement,
  found: Findings,
  around: ProcessAround,
): FlowNode | undefined {
  const reader = readerOf(element, found);
  const id = textOf(element, 'id') ?? '';
  const base = {
    id,
    name: textOf(element, 'name') ?? usualNames[element.$type] ?? '',
    incoming: (around.flowsInto.get(id) ?? []).map((flow) => flow.id),
    outgoing: outgoingOf(element, around.flowsOutOf.get(id) ?? []),
  };
  const kind = gatewayKinds[element.$type];
  if (base.name === '' && kind === undefined) complain(reader, '缺少名称');
  if (!peoplesTasks.includes(element.$type)) refuseLoop(reader, element);
  checkProperties(reader, element);
  if (kind !== undefined) return readGateway(reader, element, base, kind);
  switch (element.$type) {
    case 'bpmn:StartEvent': {
      if (childrenOf(element, 'eventDefinitions').length > 0) complain(reader, '只支持普通开始事件');
      const extension = extensionOf(reader, element, 'portal:Start');
      return { ...base, kind: 'start', fieldAuthority: readAuthority(reader, extension) };
    }
    case 'bpmn:EndEvent':
      return readEnd(reader, element, base);
    case 'bpmn:ServiceTask': {
      const service = readService(reader, extensionOf(reader, element, 'portal:ServiceTask'));
      return service && { ...base, kind: 'serviceTask', service };
    }
    default:
      return readUserTask(reader, element, base, around);
  }
}

const usualNames: Readonly<Record<string, string>> = { 'bpmn:StartEvent': '开始', 'bpmn:EndEvent': '结束' };

type Base = Pick<FlowNode, 'id' | 'name' | 'incoming' | 'outgoing'>;

/** In the order of the element's own list, which is the order in which conditions are tried. */
function outgoingOf(element: ModdleElement, flows: readonly SequenceFlow[]): string[] {
  const listed = childrenOf(element, 'outgoing').map((flow) => textOf(flow, 'id') ?? '');
  const leaving = new Set(flows.map(({ id }) => id));
  // A file may list one twice; those that it does not list come last.
  return [...new Set([...listed.filter((flowId) => leaving.has(flowId)), ...leaving])];
}

function readGateway(
  reader: ElementReader,
  element: ModdleElement,
  base: Base,
  kind: GatewayNode['kind'],
): GatewayNode {
  const extension = extensionOf(reader, element, 'portal:Gateway');
  const byDefault = kind === 'parallel' ? undefined : element.get('default');
  const gateway = { ...base, kind, manual: extension ? flagOf(reader, extension, 'manual', false) : false };
  return isElement(byDefault) ? { ...gateway, defaultFlowId: textOf(byDefault, 'id') ?? '' } : gateway;
}

const endBehaviours: Record<string, EndNode['behaviour']> = {
  'bpmn:TerminateEventDefinition': 'terminate',
  'bpmn:ErrorEventDefinition': 'error',
};

function readEnd(reader: ElementReader, element: ModdleElement, base: Base): EndNode | undefined {
  const [event] = childrenOf(element, 'eventDefinitions');
  const behaviour = event ? endBehaviours[event.$type] : 'plain';
  if (behaviour === undefined) complain(reader, '只支持普通、终止和错误结束事件');
  const extension = extensionOf(reader, element, 'portal:End');
  const result = extension ? readStatus(reader, extension, 'result') : usualResult(reader, behaviour);
  return result !== undefined && behaviour !== undefined
    ? { ...base, kind: 'end', behaviour, result }
    : undefined;
}

function usualResult(reader: ElementReader, behaviour: EndNode['behaviour'] | undefined): WorkOrderStatus {
  const result = behaviour === 'plain' ? WorkOrderStatus.concluded : WorkOrderStatus.returnedAndConcluded;
  hint(reader, `没有扩展 portal:end，结束状态按“${workOrderStatusLabel[result]}”（${result}）`);
  return result;
}

function readUserTask(
  reader: ElementReader,
  element: ModdleElement,
  base: Base,
  around: ProcessAround,
): UserTaskNode | undefined {
  const extension = extensionOf(reader, element, 'portal:UserTask');
  const { initiator, startId } = around;
  const loop = readLoop(reader, element);
  const names = new Map<string, CandidateRule>([
    [initiator, { kind: 'previousNode', nodeId: startId }],
    ...(loop?.collection ? ([[loop.member, { kind: 'variable', name: loop.collection }]] as const) : []),
  ]);
  const written = makerCandidates(reader, element, names);
  if (extension === undefined) {
    const node = plainUserTask(reader, base, around, written);
    return { ...node, ...instancesOf(reader, loop, written, false) };
  }
  const stage = readStatus(reader, extension, 'stage');
  const limit = readLimit(reader, extension);
  const named = wordOf(reader, extension, 'named', ['handlers', 'candidates'], 'handlers');
  const candidates = childrenOf(extension, 'candidates').flatMap((part) => readCandidate(reader, part));
  const node = {
    ...base,
    kind: 'userTask' as const,
    candidates: candidates.length > 0 ? candidates : written,
    ...instancesOf(reader, loop, candidates.length > 0 ? candidates : written, candidates.length > 0),
    emptyCandidates:
      wordOf(reader, extension, 'emptyCandidates', ['skip', 'administrator', 'refuse'], 'refuse') ?? 'refuse',
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

/** A task as any maker draws it, with what the portal needs besides filled in and named. */
function plainUserTask(
  reader: ElementReader,
  base: Base,
  { flowsOutOf, administrator, manualGateways }: ProcessAround,
  written: readonly CandidateRule[],
): UserTaskNode {
  const stage = WorkOrderStatus.awaitingUndertaking;
  const next = flowsOutOf.get(base.id)?.[0]?.targetId ?? '';
  const carryOn = manualGateways.has(next) ? usualButton('12', '选择分支', 1) : usualButton('1', '办理', 1);
  const [kind = '', id = ''] = administrator.split(/:(.*)/);
  const candidates = written.length > 0 ? written : [{ kind: kind as 'role', id, name: '兜底处理人' }];
  const names = written.map((rule) =>
    rule.kind === 'previousNode' ? '发起人' : `${rule.kind === 'variable' ? '变量' : rule.kind}:${rule.name}`,
  );
  const who = names.length > 0 ? names.join('、') : `兜底处理人 ${administrator}`;
  const stageName = `“${workOrderStatusLabel[stage]}”（${stage}）`;
  hint(reader, `没有扩展 portal:userTask，阶段按${stageName}，按钮为${carryOn.name}、退回，处理人为${who}`);
  return {
    ...base,
    kind: 'userTask',
    stage,
    candidates,
    emptyCandidates: 'administrator',
    buttons: [carryOn, usualButton('2', '退回', 2)],
    fieldAuthority: {},
    opinionRequired: false,
    returns: { allowed: true, ways: ['replay', 'direct'], targets: [] },
    withdrawAllowed: false,
  };
}

function usualButton(code: string, name: string, order: number): NodeButton {
  return { id: `button-${code}`, code, name, state: 1, opType: 1, order };
}
