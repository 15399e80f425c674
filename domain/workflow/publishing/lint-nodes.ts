/** Checks a single node and its flows. */
import { isProcessResult } from '../../enumerations/process-result.ts';
import { isEnded } from '../../enumerations/work-order-phase.ts';
import { MissingCase } from '../../missing-case.ts';
import type { Problem } from '../../refusals/refusals.ts';
import {
  actionOf,
  actionOfCompletedTaskButton,
  actions,
  type CommandAction,
  hiddenButtons,
  validateFormCode,
} from '../actions/registry.ts';
import { mayBeNull } from '../conditions/condition.ts';
import { kindsOfNames } from '../conditions/names.ts';
import { keysIn } from '../decision/candidates.ts';
import { flowsOf, manualGatewayAfter } from '../decision/gateways.ts';
import { maxSeats } from '../model/limits.ts';
import type {
  CandidateRule,
  FlowNode,
  GatewayNode,
  NodeButton,
  ProcessDefinition,
  UserTaskNode,
} from '../model/model.ts';
import { isStage } from '../model/status-kinds.ts';

const kindLabel: Record<FlowNode['kind'], string> = {
  start: '开始事件',
  end: '结束事件',
  userTask: '环节',
  serviceTask: '自动任务',
  exclusive: '排他网关',
  parallel: '并行网关',
  inclusive: '包容网关',
};

export function subjectOf(node: FlowNode): string {
  return `${kindLabel[node.kind]}“${node.name || node.id}”`;
}

export function lintNode(definition: ProcessDefinition, node: FlowNode): Problem[] {
  return messagesFor(definition, node).map((message) => ({
    field: node.id,
    message: `${subjectOf(node)}：${message}`,
  }));
}

function messagesFor(definition: ProcessDefinition, node: FlowNode): string[] {
  switch (node.kind) {
    case 'start':
      return [...(node.incoming.length > 0 ? ['不能有进入的连线'] : []), ...lintSingleFlow(definition, node)];
    case 'end':
      return [
        ...(node.outgoing.length > 0 ? ['不能有离开的连线'] : []),
        ...(isEnded(node.result) ? [] : [`结束状态 ${node.result} 不是办结状态`]),
      ];
    case 'serviceTask':
      return [
        ...lintSingleFlow(definition, node),
        // An applicant has no account in the portal; a message without a recipient must not appear sent.
        ...(node.service.kind === 'sendMessage' && node.service.target === 'applicant'
          ? ['尚不支持向申请人发送消息，请改为发起人或上一环节处理人']
          : []),
      ];
    case 'userTask':
      return [...lintSingleFlow(definition, node), ...lintUserTask(definition, node)];
    case 'exclusive':
    case 'parallel':
    case 'inclusive':
      return lintGateway(definition, node);
    default:
      throw new MissingCase(node satisfies never);
  }
}

const missingOutgoingFlow = '缺少离开的连线，请连到下一个元素';

function lintSingleFlow(definition: ProcessDefinition, node: FlowNode): string[] {
  if (node.outgoing.length > 1) return ['只能有一条离开的连线，分支请使用网关'];
  const flow = definition.flows[node.outgoing[0] ?? ''];
  if (flow === undefined) return [missingOutgoingFlow];
  return flow.condition === undefined ? [] : ['离开的连线不能有条件，条件请放在网关之后'];
}

function lintUserTask(definition: ProcessDefinition, node: UserTaskNode): string[] {
  const messages: string[] = [];
  if (!isStage(node.stage)) messages.push(`办理阶段 ${node.stage} 不是待办状态（1-6、20-25）`);
  if (node.candidates.length === 0) messages.push('没有配置处理人');
  for (const rule of node.candidates) {
    if (rule.kind !== 'previousNode') continue;
    if (!isPersonNode(definition, rule.nodeId)) messages.push(`前序节点“${rule.nodeId}”不存在或不是办理环节`);
  }
  messages.push(...lintInstances(definition, node));
  for (const nodeId of node.returns.targets) {
    if (!isPersonNode(definition, nodeId)) messages.push(`退回环节“${nodeId}”不存在或不是办理环节`);
  }
  return [...messages, ...lintButtons(definition, node)];
}

/**
 * Checks a node that several people do: their number is limited, a variable with their keys has a value, and
 * their tasks cannot be withdrawn.
 */
function lintInstances({ variables }: ProcessDefinition, node: UserTaskNode): string[] {
  if (node.instances === undefined) return [];
  const messages: string[] = [];
  const keysOf = (rule: CandidateRule): readonly unknown[] =>
    rule.kind === 'variable' ? keysIn(variables[rule.name]) : [rule];
  if (node.candidates.flatMap(keysOf).length > maxSeats) messages.push(`由多人办理，处理人最多${maxSeats}个`);
  for (const rule of node.candidates) {
    if (rule.kind !== 'variable' || keysOf(rule).length > 0) continue;
    messages.push(
      `由多人办理，处理人变量“${rule.name}”没有值，请在 portal:variable 中给出，如 group:a,group:b`,
    );
  }
  const hasWithdrawButton = node.buttons.some(
    ({ code, state }) => code === actions.withdraw.buttonCode && state === 1,
  );
  if (node.withdrawAllowed || hasWithdrawButton) messages.push('由多人办理，办理后不能撤回，不能设置撤回');
  return messages;
}

function isPersonNode(definition: ProcessDefinition, nodeId: string): boolean {
  const kind = definition.nodes[nodeId]?.kind;
  return kind === 'userTask' || kind === 'start';
}

function lintButtons(definition: ProcessDefinition, node: UserTaskNode): string[] {
  const messages: string[] = [];
  const ids = new Set<string>();
  for (const button of node.buttons) {
    if (ids.has(button.id)) messages.push(`按钮编号“${button.id}”重复`);
    ids.add(button.id);
    messages.push(...lintButton(node, button).map((message) => `按钮“${button.name}”${message}`));
  }
  const activeButtons = node.buttons.filter(({ state, opType }) => state === 1 && opType === 1);
  messages.push(...lintSharedValues(activeButtons));
  const has = (...names: CommandAction[]) =>
    activeButtons.some(({ code }) => names.some((name) => actions[name].buttonCode === code));
  if (!has('handle', 'forward', 'chooseBranch'))
    messages.push('没有可以办结本环节的按钮（办理、转交或选择分支）');
  const gateway = manualGatewayAfter(definition, node);
  if (gateway === undefined && has('chooseBranch'))
    messages.push('后面没有人工选择的网关，不能有“选择分支”按钮');
  if (gateway !== undefined) {
    if (node.instances) messages.push(`由多人办理，后面不能是人工选择的${subjectOf(gateway)}`);
    if (!has('chooseBranch'))
      messages.push(`后面是人工选择的${subjectOf(gateway)}，需要“选择分支”按钮（12）`);
    if (has('handle')) messages.push(`后面是人工选择的${subjectOf(gateway)}，不能有“办理”按钮（1）`);
    if (node.emptyCandidates === 'skip' && gateway.defaultFlowId === undefined) {
      messages.push('处理人为空时跳过，则后面人工选择的网关需要默认分支');
    }
  }
  return messages;
}

/** Finds buttons that are bound to the same field value, which would make the choice of the button ambiguous. */
function lintSharedValues(activeButtons: readonly NodeButton[]): string[] {
  const buttonByValue = new Map<string, string>();
  const messages: string[] = [];
  for (const { name, binds = [] } of activeButtons) {
    for (const { form, field, value } of binds) {
      const key = JSON.stringify([form, field, value]);
      const otherName = buttonByValue.get(key);
      if (otherName !== undefined)
        messages.push(`按钮“${otherName}”和“${name}”绑定了字段“${form}.${field}”的同一个值“${value}”`);
      buttonByValue.set(key, name);
    }
  }
  return messages;
}

/** Actions that name their button, so that its rule can be executed before them. */
const actionsWithRule: ReadonlySet<CommandAction> = new Set([
  'handle',
  'forward',
  'chooseBranch',
  'return',
  'terminate',
  'void',
]);

function lintButton(node: UserTaskNode, button: NodeButton): string[] {
  const { code, resultCode, names, ends } = button;
  const messages: string[] = [];
  const action = actionOf(code);
  const doneAction = actionOfCompletedTaskButton(code);
  if (action === undefined && code !== validateFormCode && !Object.hasOwn(hiddenButtons, code)) {
    if (doneAction === undefined) messages.push(`的代码 ${code} 不是已知操作`);
    else if (button.opType === 1) messages.push(`（${actions[doneAction].label}）只能用于已办（opType 2）`);
  }
  if (button.opType === 2 && doneAction === undefined && action !== undefined)
    messages.push(`（${actions[action].label}）不能用于已办（opType 2）`);
  const description = action && actions[action];
  messages.push(...(description?.lint?.(node, button) ?? []));
  if (names !== undefined && description?.naming === undefined)
    messages.push('不能设置 names，只有办理、转交和选择分支可以指定处理人');
  if (button.binds && description?.forms !== 'store')
    messages.push('不能绑定表单字段，只有办理、转交和选择分支填写表单');
  if (button.rule !== undefined && (action === undefined || !actionsWithRule.has(action)))
    messages.push('不能设置规则，只有办理、转交、选择分支、退回、终止和作废可以设置规则');
  if (ends && description?.endsWith?.({}) !== null) messages.push('不是作废，不能设置 ends');
  // For a button that always ends the order, the result is the final status.
  if (
    resultCode !== undefined &&
    typeof description?.endsWith?.({}) !== 'number' &&
    !isProcessResult(resultCode)
  ) {
    messages.push(`的结果 ${resultCode} 不是办理结果代码`);
  }
  return messages;
}

function lintGateway(definition: ProcessDefinition, gateway: GatewayNode): string[] {
  const flows = flowsOf(definition, gateway);
  if (flows.length === 0) return [missingOutgoingFlow];
  const conditional = flows.filter(({ condition }) => condition !== undefined);
  if (gateway.kind === 'parallel') {
    return [
      ...(gateway.manual ? ['并行网关不能人工选择'] : []),
      ...(conditional.length > 0 ? ['并行网关之后的连线不能有条件'] : []),
    ];
  }
  if (gateway.manual) return lintManualGateway(definition, gateway, conditional.length > 0);
  if (flows.length === 1) return conditional.length > 0 ? ['只有一条离开的连线，不能有条件，请删去条件'] : [];
  const messages: string[] = [];
  const defaultFlow = flows.find(({ id }) => id === gateway.defaultFlowId);
  if (gateway.defaultFlowId !== undefined && defaultFlow === undefined)
    messages.push('默认分支不是离开的连线');
  if (defaultFlow?.condition !== undefined) messages.push('默认分支不能有条件');
  for (const flow of flows) {
    if (flow === defaultFlow || flow.condition !== undefined) continue;
    messages.push(`连线“${flow.name || flow.id}”没有条件，也不是默认分支，请填写其一`);
  }
  const conditions = conditional.map(({ condition = '' }) => condition);
  // At an inclusive gateway a default is not always intended: it would be taken only if no other flow is.
  if (gateway.kind === 'exclusive' && defaultFlow === undefined && !areComplements(definition, conditions)) {
    messages.push('条件可能都不满足，请把一条连线设为默认分支');
  }
  return messages;
}

/**
 * Checks whether one of two conditions is the other's `not(…)`: they never both fail, unless both may be null.
 */
function areComplements(definition: ProcessDefinition, conditions: readonly string[]): boolean {
  const [left = '', right = '', third] = conditions;
  const areOpposites = right === `not(${left})` || left === `not(${right})`;
  return third === undefined && areOpposites && !mayBeNull(left, kindsOfNames(definition));
}

function lintManualGateway(
  definition: ProcessDefinition,
  gateway: GatewayNode,
  hasConditions: boolean,
): string[] {
  const messages: string[] = [];
  const flows = flowsOf(definition, gateway);
  if (hasConditions) messages.push('人工选择的分支不能有条件');
  if (flows.length < 2) messages.push('人工选择至少需要两个分支');
  if (new Set(flows.map(({ targetId }) => targetId)).size < flows.length) {
    messages.push('人工选择的各分支应通向不同的节点');
  }
  for (const flowId of gateway.incoming) {
    const source = definition.nodes[definition.flows[flowId]?.sourceId ?? ''];
    if (source && source.kind !== 'userTask')
      messages.push(`人工选择之前应是办理环节，不能是${subjectOf(source)}`);
  }
  return messages;
}
