import type { ModdleElement } from 'bpmn-moddle';
import type { Problem } from '#domain/refusals/refusals.ts';
import type { EndNode, FlowNode, GatewayNode, SequenceFlow, UserTaskNode } from '#domain/workflow/model.ts';
import {
  childrenOf,
  complain,
  type ElementReader,
  flagOf,
  isElement,
  readerOf,
  textOf,
  wordOf,
} from './element-reader.ts';
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

const gatewayKinds: Record<string, GatewayNode['kind']> = {
  'bpmn:ExclusiveGateway': 'exclusive',
  'bpmn:ParallelGateway': 'parallel',
  'bpmn:InclusiveGateway': 'inclusive',
};

const plainNodes = ['bpmn:StartEvent', 'bpmn:EndEvent', 'bpmn:UserTask', 'bpmn:ServiceTask'];

export function isFlowNodeType(type: string): boolean {
  return type in gatewayKinds || plainNodes.includes(type);
}

/** Reads one node of the flow; undefined when too little of it can be read, which has become a problem then. */
export function readNode(
  element: ModdleElement,
  problems: Problem[],
  flows: readonly SequenceFlow[],
): FlowNode | undefined {
  const reader = readerOf(element, problems);
  const id = textOf(element, 'id') ?? '';
  const base = {
    id,
    name: textOf(element, 'name') ?? '',
    incoming: flows.filter(({ targetId }) => targetId === id).map((flow) => flow.id),
    outgoing: outgoingOf(element, flows, id),
  };
  const kind = gatewayKinds[element.$type];
  if (base.name === '' && kind === undefined) complain(reader, '缺少名称');
  if (isElement(element.get('loopCharacteristics'))) complain(reader, '不支持多实例');
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
      return readUserTask(reader, element, base);
  }
}

type Base = Pick<FlowNode, 'id' | 'name' | 'incoming' | 'outgoing'>;

/** In the order of the element's own list, which is the order in which conditions are tried. */
function outgoingOf(element: ModdleElement, flows: readonly SequenceFlow[], id: string): string[] {
  const listed = childrenOf(element, 'outgoing').map((flow) => textOf(flow, 'id') ?? '');
  const leaving = flows.filter(({ sourceId }) => sourceId === id).map((flow) => flow.id);
  return [
    ...listed.filter((flowId) => leaving.includes(flowId)),
    ...leaving.filter((flowId) => !listed.includes(flowId)),
  ];
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
  if (extension === undefined) complain(reader, '缺少扩展 portal:end');
  const result = extension && readStatus(reader, extension, 'result');
  return result !== undefined && behaviour !== undefined
    ? { ...base, kind: 'end', behaviour, result }
    : undefined;
}

function readUserTask(reader: ElementReader, element: ModdleElement, base: Base): UserTaskNode | undefined {
  const extension = extensionOf(reader, element, 'portal:UserTask');
  if (extension === undefined) {
    complain(reader, '缺少扩展 portal:userTask');
    return undefined;
  }
  const stage = readStatus(reader, extension, 'stage');
  const limit = readLimit(reader, extension);
  const named = wordOf(reader, extension, 'named', ['handlers', 'candidates'], 'handlers');
  const node = {
    ...base,
    kind: 'userTask' as const,
    candidates: childrenOf(extension, 'candidates').flatMap((part) => readCandidate(reader, part)),
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
