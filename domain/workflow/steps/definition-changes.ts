import { workOrderStatusLabel } from '../../enumerations/work-order-status.ts';
import type { FlowNode, ProcessDefinition, UserTaskNode } from '../model/model.ts';
import { limitText } from '../stages.ts';

/** A difference between two versions of a process. */
export interface DefinitionChange {
  part: string;
  before: string;
  after: string;
}

/**
 * Returns the changes that publishing makes for orders that start afterwards, against the current version (S0
 * §7 "Business").
 */
export function definitionChanges(before: ProcessDefinition, after: ProcessDefinition): DefinitionChange[] {
  const [previous, current] = [partsOf(before), partsOf(after)];
  const changed = [...new Set([...current.keys(), ...previous.keys()])].flatMap((key) => {
    const [from, to] = [previous.get(key), current.get(key)];
    if ((from?.text ?? '') === (to?.text ?? '')) return [];
    return [{ part: (to ?? from)?.label ?? '', before: from?.text ?? '', after: to?.text ?? '' }];
  });
  return [...changed, ...flowChanges(before, after)];
}

/** Text and label of each part; nodes are matched by id, whatever their names. */
type Parts = Map<string, { label: string; text: string }>;

function partsOf({ name, limit, nodes, variables }: ProcessDefinition): Parts {
  const values = Object.entries(variables)
    .map(([key, value]) => `${key} = ${value}`)
    .sort();
  const processParts: [string, string][] = [
    ['流程名称', name],
    ['流程时限', limit ? limitText(limit) : ''],
    ['变量', values.join('、')],
  ];
  const parts: Parts = new Map(processParts.map(([label, text]) => [label, { label, text }]));
  for (const node of Object.values(nodes)) {
    for (const [part, text] of partsOfNode(node))
      parts.set(`${node.id} ${part}`, { label: `${nodeName(node)} · ${part}`, text });
  }
  return parts;
}

function flowChanges(before: ProcessDefinition, after: ProcessDefinition): DefinitionChange[] {
  const [previous, current] = [flowLines(before), flowLines(after)];
  const onlyIn = (lines: Map<string, string>, otherLines: Map<string, string>) =>
    [...lines].flatMap(([key, line]) => (otherLines.has(key) ? [] : [line])).join('\n');
  const change = { part: '走向', before: onlyIn(previous, current), after: onlyIn(current, previous) };
  return change.before === '' && change.after === '' ? [] : [change];
}

function flowLines({ nodes, flows }: ProcessDefinition): Map<string, string> {
  return new Map(
    Object.values(flows).map(({ sourceId, targetId, condition }) => {
      const line = [sourceId, targetId].map((id) => nodeName(nodes[id])).join(' → ');
      return [
        JSON.stringify([sourceId, targetId, condition]),
        condition === undefined ? line : `${line}（${condition}）`,
      ];
    }),
  );
}

function nodeName(node: FlowNode | undefined): string {
  return node ? node.name || node.id : '?';
}

function partsOfNode(node: FlowNode): [part: string, text: string][] {
  const nameEntry: [string, string] = ['名称', node.name];
  if (node.kind === 'end') return [nameEntry, ['结束状态', workOrderStatusLabel[node.result]]];
  if (node.kind === 'start') return [nameEntry, ['表单权限', authorityText(node)]];
  if (node.kind !== 'userTask') return [];
  const buttons = node.buttons.filter(({ state }) => state === 1);
  return [
    nameEntry,
    ['办件状态', workOrderStatusLabel[node.stage]],
    ['处理人', node.candidates.map(candidateName).join('、')],
    [
      '多人办理',
      node.instances ? `每人各办一份${node.instances.until ? `，至 ${node.instances.until}` : ''}` : '',
    ],
    ['按钮', buttons.map(({ name }) => name).join('、')],
    ['时限', node.limit ? limitText(node.limit) : ''],
    ['意见', node.opinionRequired ? '必填' : ''],
    ['表单权限', authorityText(node)],
  ];
}

function candidateName(rule: UserTaskNode['candidates'][number]): string {
  if (rule.kind === 'variable') return `变量 ${rule.name}`;
  return rule.kind === 'previousNode' ? `${rule.nodeId} 的办理人` : rule.name;
}

const authorityLabel = ['不可见', '只读', '可填写'];

/** Returns a text that does not depend on the order of the fields, which a stored definition does not keep. */
function authorityText({ fieldAuthority }: Extract<FlowNode, { kind: 'start' | 'userTask' }>): string {
  const formAuthorityText = ([form, fields]: [string, Readonly<Record<string, number>>]) => {
    const texts = authorityLabel.flatMap((label, value) => {
      const names = Object.keys(fields).filter((field) => fields[field] === value);
      return names.length === 0 ? [] : [`${label} ${names.sort().join(' ')}`];
    });
    return `${form}：${texts.join('；')}`;
  };
  return Object.entries(fieldAuthority).map(formAuthorityText).sort().join('\n');
}
