import type { Problem } from '../../refusals/refusals.ts';
import { definitionLimits } from '../model/limits.ts';
import type { FlowNode, NodeButton, ProcessDefinition } from '../model/model.ts';
import { subjectOf } from './lint-nodes.ts';

/**
 * Returns the parts of a definition that are too large; no further check of such a definition is done, to
 * limit the work.
 */
export function lintSize(definition: ProcessDefinition): Problem[] {
  const { key, name, nodes, flows, variables, resultPrecedence = [] } = definition;
  const toProblem = (message: string): Problem => ({
    field: key,
    message: `流程“${name || key}”：${message}`,
  });
  const parts = [
    ['节点', Object.keys(nodes).length, definitionLimits.nodes],
    ['连线', Object.keys(flows).length, definitionLimits.flows],
    ['变量', Object.keys(variables).length, definitionLimits.variables],
    ['结果优先顺序', resultPrecedence.length, definitionLimits.results],
  ] as const;
  const { variableText } = definitionLimits;
  const tooLong = Object.entries(variables).filter(
    ([, value]) => typeof value === 'string' && value.length > variableText,
  );
  return [
    ...parts.flatMap(([part, count, max]) => tooMany(part, count, max).map(toProblem)),
    ...tooLong.map(([variable]) => toProblem(`变量“${variable}”的值不得超过${variableText}个字符`)),
    ...Object.values(nodes).flatMap((node) =>
      messagesFor(node).map((message) => ({ field: node.id, message: `${subjectOf(node)}：${message}` })),
    ),
  ];
}

const units: Readonly<Record<string, string>> = { 离开的连线: '条', 结果优先顺序: '项' };

function tooMany(part: string, count: number, max: number): string[] {
  return count > max ? [`${part}不得超过${max}${units[part] ?? '个'}`] : [];
}

function messagesFor(node: FlowNode): string[] {
  const flowsOut = tooMany('离开的连线', node.outgoing.length, definitionLimits.outgoingFlows);
  if (node.kind !== 'userTask') return flowsOut;
  const buttons = tooMany('按钮', node.buttons.length, definitionLimits.buttons);
  return [
    ...flowsOut,
    ...buttons,
    ...(buttons.length > 0 ? [] : node.buttons.flatMap(messagesForButton)),
    ...tooMany('处理人', node.candidates.length, definitionLimits.candidates),
    ...tooMany('可退回的节点', node.returns.targets.length, definitionLimits.returnTargets),
  ];
}

function messagesForButton({ name, sets = {}, binds = [] }: NodeButton): string[] {
  return [
    ...tooMany('设置的变量', Object.keys(sets).length, definitionLimits.variablesOfButton),
    ...tooMany('绑定的字段值', binds.length, definitionLimits.bindingsOfButton),
  ].map((message) => `按钮“${name}”${message}`);
}
