import { WorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import type { CandidateRule, NodeButton, SequenceFlow, UserTaskNode } from '#domain/workflow/model/model.ts';
import { addHint, type ElementReader } from './element-reader.ts';

/** Facts of the process that are needed to read a task. */
interface ProcessFacts {
  flowsOutOf: ReadonlyMap<string, readonly SequenceFlow[]>;
  administrator: string;
  /** Ids of the gateways whose branch a person chooses. */
  manualGateways: ReadonlySet<string>;
}

/** Reads a task of any modeller, with the portal's missing settings filled in and reported. */
export function readPlainUserTask(
  reader: ElementReader,
  base: Pick<UserTaskNode, 'id' | 'name' | 'incoming' | 'outgoing'>,
  { flowsOutOf, administrator, manualGateways }: ProcessFacts,
  candidatesOfFile: readonly CandidateRule[],
): UserTaskNode {
  const stage = WorkOrderStatus.awaitingUndertaking;
  const next = flowsOutOf.get(base.id)?.[0]?.targetId ?? '';
  const continueFlow = manualGateways.has(next)
    ? standardButton('12', '选择分支', 1)
    : standardButton('1', '办理', 1);
  const [kind = '', id = ''] = administrator.split(/:(.*)/);
  const candidates =
    candidatesOfFile.length > 0 ? candidatesOfFile : [{ kind: kind as 'role', id, name: '兜底处理人' }];
  const names = namesOf(candidatesOfFile);
  const handlerText = names.length > 0 ? names.join('、') : `兜底处理人 ${administrator}`;
  const stageName = `“${workOrderStatusLabel[stage]}”（${stage}）`;
  addHint(
    reader,
    `没有扩展 portal:userTask，阶段按${stageName}，按钮为${continueFlow.name}、退回，处理人为${handlerText}`,
  );
  return {
    ...base,
    kind: 'userTask',
    stage,
    candidates,
    emptyCandidates: 'administrator',
    buttons: [continueFlow, standardButton('2', '退回', 2)],
    fieldAuthority: {},
    opinionRequired: false,
    returns: { allowed: true, ways: ['replay', 'direct'], targets: [] },
    withdrawAllowed: false,
  };
}

/** Returns the names of these handlers for a hint. */
export function namesOf(rules: readonly CandidateRule[]): string[] {
  return rules.map((rule) =>
    rule.kind === 'previousNode' ? '发起人' : `${rule.kind === 'variable' ? '变量' : rule.kind}:${rule.name}`,
  );
}

function standardButton(code: string, name: string, order: number): NodeButton {
  return { id: `button-${code}`, code, name, state: 1, opType: 1, order };
}
