/**
 * Definitions for stories and models, with one line for each node: short enough to read the whole flow at
 * once.
 */
import { WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import type {
  FlowNode,
  GatewayNode,
  NodeButton,
  ProcessDefinition,
  SequenceFlow,
  ServiceAction,
  UserTaskNode,
} from '#domain/workflow/model/model.ts';

type Shape =
  | { kind: 'start' }
  | { kind: 'end'; behaviour?: 'plain' | 'terminate' | 'error'; result?: WorkOrderStatus }
  | ({ kind: 'userTask' } & Partial<Omit<UserTaskNode, 'kind' | 'id' | 'incoming' | 'outgoing'>>)
  | { kind: 'serviceTask'; service: ServiceAction }
  | { kind: GatewayNode['kind']; manual?: boolean; defaultTo?: string };

/** `from -> to`, or `from -> to | condition`. */
export interface Sketch {
  key: string;
  nodes: Record<string, Shape>;
  flows: string[];
  recall?: ProcessDefinition['recall'];
  variables?: ProcessDefinition['variables'];
  resultPrecedence?: ProcessDefinition['resultPrecedence'];
}

export const standardButtons: NodeButton[] = [
  button('handle', '1', '办理', { resultCode: 2004 }),
  button('return', '2', '退回'),
  button('forward', '9', '转交'),
  button('terminate', '4', '终止'),
  button('delete', '4', '删除办结', { resultCode: WorkOrderStatus.deletedAndConcluded }),
  button('void', '13', '作废', { ends: true }),
  button('withdraw', '6', '撤回', { opType: 2 }),
];

/**
 * Buttons that every node has in addition to its own: they ask others, or pass the task to another person.
 */
const askingButtons: NodeButton[] = [
  button('countersign', '3', '发起会签', { order: 9 }),
  button('add-signer', 'add-signer', '加签', { order: 9 }),
  button('delegate', 'delegate', '委派', { order: 9 }),
  button('return-to-handler', 'return-to-handler', '退回经办人', { order: 9 }),
];

/** Buttons of a node directly before a manual gateway. */
export const choosingButtons: NodeButton[] = [
  button('branch', '12', '选择分支'),
  ...standardButtons.filter(({ code }) => code !== '1'),
];

export function button(id: string, code: string, name: string, more: Partial<NodeButton> = {}): NodeButton {
  return { id, code, name, state: 1, opType: 1, order: 1, ...more };
}

export function buildDefinition({
  key,
  nodes,
  flows,
  recall,
  variables,
  resultPrecedence,
}: Sketch): ProcessDefinition {
  const parsed: SequenceFlow[] = flows.map((line, index) => {
    const [path = '', condition] = line.split(' | ');
    const [sourceId = '', targetId = ''] = path.split(' -> ');
    const flow = { id: `f${index + 1}`, name: '', sourceId, targetId };
    return condition === undefined ? flow : { ...flow, condition };
  });
  const built = Object.entries(nodes).map(([id, shape]): FlowNode => {
    const base = {
      id,
      name: id,
      incoming: parsed.filter((flow) => flow.targetId === id).map((flow) => flow.id),
      outgoing: parsed.filter((flow) => flow.sourceId === id).map((flow) => flow.id),
    };
    return buildNode(base, shape, parsed);
  });
  return {
    key,
    name: key,
    nodes: Object.fromEntries(built.map((node) => [node.id, node])),
    flows: Object.fromEntries(parsed.map((flow) => [flow.id, flow])),
    startId: 'start',
    recall: recall ?? 'beforeFirstHandled',
    variables: variables ?? {},
    ...(resultPrecedence && { resultPrecedence }),
    administratorKey: 'role:admin',
  };
}

type Base = Pick<FlowNode, 'id' | 'name' | 'incoming' | 'outgoing'>;

function buildNode(base: Base, shape: Shape, flows: readonly SequenceFlow[]): FlowNode {
  switch (shape.kind) {
    case 'start':
      return { ...base, kind: 'start', fieldAuthority: {} };
    case 'end':
      return { behaviour: 'plain', result: WorkOrderStatus.concluded, ...base, ...shape };
    case 'serviceTask':
      return { ...base, ...shape };
    case 'userTask':
      return {
        stage: WorkOrderStatus.awaitingUndertaking,
        candidates: [{ kind: 'role', id: base.id, name: base.id }],
        emptyCandidates: 'refuse',
        fieldAuthority: {},
        opinionRequired: false,
        returns: { allowed: true, ways: ['replay', 'direct'], targets: [] },
        withdrawAllowed: true,
        ...base,
        ...shape,
        buttons: [
          ...(shape.buttons ?? standardButtons),
          // Nodes that several people do have no countersign.
          ...askingButtons.filter(({ code }) => code !== '3' || shape.instances === undefined),
        ],
      };
    default: {
      const byDefault = flows.find(
        ({ sourceId, targetId }) => sourceId === base.id && targetId === shape.defaultTo,
      );
      const gateway: GatewayNode = { ...base, kind: shape.kind, manual: shape.manual ?? false };
      return byDefault ? { ...gateway, defaultFlowId: byDefault.id } : gateway;
    }
  }
}
