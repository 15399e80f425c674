import { auditMethodLabel } from '../enumerations/audit-method.ts';
import { ruleOperatorLabel } from '../enumerations/rule-operator.ts';
import { ruleTypeLabel } from '../enumerations/rule-type.ts';
import { validationKindLabel } from '../enumerations/validation-kind.ts';
import { changeOfValues, interfaceParts } from '../interfaces/outbound-interface.ts';
import type { PartChange } from '../part-change.ts';
import type { Problem } from '../refusals/refusals.ts';
import { type ConfiguredRule, paramSourceLabel, paramTypeLabel } from './model.ts';

/** Returns the changes between two versions of a rule, part by part; its examples have no effect. */
export function ruleChanges(before: ConfiguredRule, after: ConfiguredRule): PartChange[] {
  const [was, now] = [partsOf(before), partsOf(after)];
  const changes = [...new Set([...was.keys(), ...now.keys()])].flatMap((part) => {
    const change = { part, before: was.get(part) ?? '', after: now.get(part) ?? '' };
    return change.before === change.after ? [] : [change];
  });
  return [...changes, ...changeOfValues('接口', before.interface, after.interface)];
}

function partsOf(rule: ConfiguredRule): Map<string, string> {
  const { ruleBase, ruleParams, ruleConditions, match, script, steps, interface: remote } = rule;
  const { name, type, kind, auditMethod, groupId, categoryId, tipContext } = ruleBase;
  const nameOf = (key: string) => ruleParams.find(({ dataKey }) => dataKey === key)?.name ?? key;
  return new Map([
    ['规则名称', name],
    ['类型', ruleTypeLabel[type]],
    ['校验方式', validationKindLabel[kind]],
    ['审核方式', auditMethodLabel[auditMethod]],
    ['规则组', groupId],
    ['规则类型', categoryId],
    ['提示', tipContext],
    ...ruleParams.map(({ dataKey, name: title, paramType, source, value, elementId, paramId }) => {
      const detail = [value, elementId, paramId].filter(Boolean).join('.');
      const text = `${title}，${paramTypeLabel[paramType]}，${paramSourceLabel[source]}`;
      return [`参数 ${dataKey}`, detail ? `${text}：${detail}` : text] as const;
    }),
    ['满足', match === 'all' ? '都满足' : '满足一个'],
    ...ruleConditions.map(({ dataKey, operator, compareValueKey, compareValue }, index) => {
      const right = compareValueKey === '' ? compareValue : nameOf(compareValueKey);
      return [`条件 ${index + 1}`, `${nameOf(dataKey)} ${ruleOperatorLabel[operator]} ${right}`] as const;
    }),
    ['接口', remote ? interfaceParts(remote, (key) => `参数“${nameOf(key)}”`).join('；') : ''],
    ['脚本', script],
    ['步骤', steps.join('、')],
  ]);
}

const placeNames: Readonly<Record<string, string>> = {
  ruleParams: '参数',
  ruleConditions: '条件',
  interface: '接口',
  steps: '步骤',
  examples: '例子',
};

/** Returns the text of a problem with its place, such as `条件 2：请选择参数`. */
export function ruleProblemText({ field, message }: Problem): string {
  const [part = '', index] = field.split('.');
  const name = placeNames[part];
  if (!name || index === undefined) return message;
  return part === 'interface' ? `${name}：${message}` : `${name} ${Number(index) + 1}：${message}`;
}
