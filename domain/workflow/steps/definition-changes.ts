import { workOrderStatusLabel } from '../../enumerations/work-order-status.ts';
import type { PartChange } from '../../part-change.ts';
import { formPathIn } from '../decision/candidates.ts';
import type { FlowNode, ProcessDefinition, UserTaskNode } from '../model/model.ts';
import { limitText } from '../stages.ts';
import { conditionInNames, type FormsByCode, fieldName, formName } from './field-names.ts';

/**
 * Returns the changes that publishing makes for orders that start afterwards, against the current version (S0
 * §7 "Business"). Fields are named by the titles of the given forms.
 */
export function definitionChanges(
  before: ProcessDefinition,
  after: ProcessDefinition,
  forms: FormsByCode,
): PartChange[] {
  const [previous, current] = [partsOf(before, forms), partsOf(after, forms)];
  const changed = [...new Set([...current.keys(), ...previous.keys()])].flatMap((key) => {
    const [from, to] = [previous.get(key), current.get(key)];
    if ((from?.text ?? '') === (to?.text ?? '')) return [];
    return [{ part: (to ?? from)?.label ?? '', before: from?.text ?? '', after: to?.text ?? '' }];
  });
  return [...changed, ...flowChanges(before, after, forms)];
}

/** Text and label of each part; nodes are matched by id, whatever their names. */
type Parts = Map<string, { label: string; text: string }>;

function partsOf({ name, limit, nodes, variables }: ProcessDefinition, forms: FormsByCode): Parts {
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
    for (const [part, text] of partsOfNode(node, nodes, forms))
      parts.set(`${node.id} ${part}`, { label: `${nodeName(node)} · ${part}`, text });
  }
  return parts;
}

function flowChanges(before: ProcessDefinition, after: ProcessDefinition, forms: FormsByCode): PartChange[] {
  const [previous, current] = [flowLines(before, forms), flowLines(after, forms)];
  const onlyIn = (lines: Map<string, string>, otherLines: Map<string, string>) =>
    [...lines].flatMap(([key, line]) => (otherLines.has(key) ? [] : [line])).join('\n');
  const change = { part: '走向', before: onlyIn(previous, current), after: onlyIn(current, previous) };
  return change.before === '' && change.after === '' ? [] : [change];
}

function flowLines({ nodes, flows }: ProcessDefinition, forms: FormsByCode): Map<string, string> {
  return new Map(
    Object.values(flows).map(({ sourceId, targetId, condition }) => {
      const line = [sourceId, targetId].map((id) => nodeName(nodes[id])).join(' → ');
      return [
        JSON.stringify([sourceId, targetId, condition]),
        condition === undefined ? line : `${line}（${conditionInNames(condition, forms)}）`,
      ];
    }),
  );
}

function nodeName(node: FlowNode | undefined): string {
  return node ? node.name || node.id : '?';
}

function partsOfNode(
  node: FlowNode,
  nodes: ProcessDefinition['nodes'],
  forms: FormsByCode,
): [part: string, text: string][] {
  const nameEntry: [string, string] = ['名称', node.name];
  if (node.kind === 'end') return [nameEntry, ['结束状态', workOrderStatusLabel[node.result]]];
  if (node.kind === 'start') return [nameEntry, ['表单权限', authorityText(node, forms)]];
  if (node.kind !== 'userTask') return [];
  const buttons = node.buttons.filter(({ state }) => state === 1);
  return [
    nameEntry,
    ['办件状态', workOrderStatusLabel[node.stage]],
    ['处理人', node.candidates.map((rule) => candidateName(rule, nodes, forms)).join('、')],
    [
      '多人办理',
      node.instances
        ? `每人各办一份${node.instances.until ? `，至 ${conditionInNames(node.instances.until, forms)}` : ''}`
        : '',
    ],
    [
      '按钮',
      buttons.map(({ name, rule }) => (rule === undefined ? name : `${name}（规则 ${rule}）`)).join('、'),
    ],
    ['时限', node.limit ? limitText(node.limit) : ''],
    ['意见', node.opinionRequired ? '必填' : ''],
    ['表单权限', authorityText(node, forms)],
  ];
}

function candidateName(
  rule: UserTaskNode['candidates'][number],
  nodes: ProcessDefinition['nodes'],
  forms: FormsByCode,
): string {
  if (rule.kind === 'previousNode') return `“${nodes[rule.nodeId]?.name || rule.nodeId}”的办理人`;
  if (rule.kind !== 'variable') return rule.name;
  const path = formPathIn(rule.name);
  if (path === undefined) return `变量 ${rule.name}`;
  const column = forms
    .get(path.form)
    ?.byId.get(path.field)
    ?.columns.find(({ id }) => id === path.column);
  const field = fieldName(path.form, path.field, forms);
  return `表单字段 ${path.column === undefined ? field : `${field} · ${column?.title ?? path.column}`}`;
}

const authorityLabel = ['不可见', '只读', '可填写'];

/** Returns a text that does not depend on the order of the fields, which a stored definition does not keep. */
function authorityText(
  { fieldAuthority }: Extract<FlowNode, { kind: 'start' | 'userTask' }>,
  forms: FormsByCode,
): string {
  const formAuthorityText = ([form, fields]: [string, Readonly<Record<string, number>>]) => {
    const texts = authorityLabel.flatMap((label, value) => {
      const names = Object.keys(fields).filter((field) => fields[field] === value);
      const nameOf = (id: string) => {
        if (id !== '*') return fieldName(form, id, forms);
        return Object.keys(fields).length === 1 ? '全部字段' : '其他字段';
      };
      return names.length === 0 ? [] : [`${label} ${names.sort().map(nameOf).join('、')}`];
    });
    return `${formName(form, forms)}：${texts.join('；')}`;
  };
  return Object.entries(fieldAuthority).map(formAuthorityText).sort().join('\n');
}
