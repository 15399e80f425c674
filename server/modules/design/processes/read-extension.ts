/** Reads `bpmn:extensionElements` (docs/process-extension.md) into the workflow core's model. */

import type { ModdleElement } from 'bpmn-moddle';
import { isWorkOrderStatus, type WorkOrderStatus } from '#domain/enumerations/work-order-status.ts';
import type { FieldAuthority } from '#domain/forms/authority.ts';
import { countCharacters, isInheritedProperty } from '#domain/texts/characters.ts';
import { codePattern } from '#domain/texts/code-pattern.ts';
import { maxLimitAmount, maxMessageLength } from '#domain/workflow/model/limits.ts';
import type {
  CandidateRule,
  FieldAuthorityByForm,
  NodeButton,
  ReturnPolicy,
  ReturnWay,
  ServiceAction,
  StepLimit,
} from '#domain/workflow/model/model.ts';
import {
  addProblem,
  allowedValueOf,
  childrenOf,
  type ElementReader,
  flagOf,
  isElement,
  numberOf,
  requiredText,
  textOf,
  typedValue,
} from './element-reader.ts';

/** Returns the only extension element for this kind of BPMN element; a second one is a problem. */
export function extensionOf(
  reader: ElementReader,
  element: ModdleElement,
  type: string,
): ModdleElement | undefined {
  const holder = element.get('extensionElements');
  const portal = isElement(holder)
    ? childrenOf(holder, 'values').filter(({ $type }) => $type.startsWith('portal:'))
    : [];
  const extensions = portal.filter(({ $type }) => $type === type);
  for (const other of portal) {
    if (other.$type !== type) addProblem(reader, `不支持扩展 ${other.$type}`);
  }
  if (extensions.length > 1) addProblem(reader, `扩展 ${type} 只能有一个`);
  return extensions[0];
}

export function readStatus(
  reader: ElementReader,
  element: ModdleElement,
  name: string,
): WorkOrderStatus | undefined {
  const status = Number(requiredText(reader, element, name) || Number.NaN);
  if (isWorkOrderStatus(status)) return status;
  if (textOf(element, name) !== undefined) addProblem(reader, `${name} 不是办件状态`);
  return undefined;
}

export function readAuthority(
  reader: ElementReader,
  element: ModdleElement | undefined,
): FieldAuthorityByForm {
  const byForm = new Map<string, Map<string, FieldAuthority>>();
  for (const part of element ? childrenOf(element, 'authorities') : []) {
    const form = requiredText(reader, part, 'form');
    const field = textOf(part, 'field') ?? '*';
    const value = allowedValueOf(reader, part, 'value', ['0', '1', '2']);
    // A name of a property of every object would change the prototype of all objects, and so every file that is read
    // later.
    const inheritedName = [form, field].find(isInheritedProperty);
    if (inheritedName !== undefined) addProblem(reader, `表单权限中的“${inheritedName}”不能作为编号`);
    if (value === undefined || inheritedName !== undefined) continue;
    const fields = byForm.get(form) ?? new Map<string, FieldAuthority>();
    byForm.set(form, fields.set(field, Number(value) as FieldAuthority));
  }
  return Object.fromEntries([...byForm].map(([form, fields]) => [form, Object.fromEntries(fields)]));
}

export function readLimit(reader: ElementReader, element: ModdleElement): StepLimit | undefined {
  const [part, another] = childrenOf(element, 'limits');
  if (another) addProblem(reader, '时限只能有一个');
  if (part === undefined) return undefined;
  const amount = numberOf(reader, part, 'amount');
  const unit = allowedValueOf(reader, part, 'unit', ['workingDay', 'calendarDay', 'month']);
  const rolls = flagOf(reader, part, 'roll', true);
  const max = maxLimitAmount(unit ?? 'workingDay');
  if (amount === undefined || amount < 1 || amount > max) addProblem(reader, `时限应为 1 至 ${max} 的整数`);
  if (!rolls && unit === 'workingDay') addProblem(reader, '工作日的时限不设 roll');
  if (amount === undefined || unit === undefined) return undefined;
  return { amount, unit, ...(!rolls && { roll: false }) };
}

const kindsWithId = ['staff', 'window', 'position', 'group', 'role', 'department', 'org'] as const;

export function readCandidate(reader: ElementReader, part: ModdleElement): CandidateRule[] {
  const kind = allowedValueOf(reader, part, 'kind', [...kindsWithId, 'variable', 'previousNode'] as const);
  const ref = requiredText(reader, part, 'ref');
  if (kind === undefined) return [];
  if (kind === 'variable') return [{ kind, name: ref }];
  if (kind === 'previousNode') return [{ kind, nodeId: ref }];
  return [{ kind, id: ref, name: textOf(part, 'name') ?? ref }];
}

export function readButton(reader: ElementReader, part: ModdleElement, index: number): NodeButton {
  const resultCode = numberOf(reader, part, 'resultCode');
  const sets = readValues(reader, childrenOf(part, 'sets'));
  const binds = childrenOf(part, 'binds').map((bind) => ({
    form: requiredText(reader, bind, 'form'),
    field: requiredText(reader, bind, 'field'),
    value: requiredText(reader, bind, 'value'),
  }));
  const rule = textOf(part, 'rule');
  if (rule !== undefined && !codePattern.test(rule)) addProblem(reader, `button.rule “${rule}”不是规则编码`);
  const names =
    textOf(part, 'names') === undefined
      ? undefined
      : allowedValueOf(reader, part, 'names', ['nobody', 'others', 'anyone']);
  return {
    id: requiredText(reader, part, 'id'),
    code: requiredText(reader, part, 'code'),
    name: requiredText(reader, part, 'name'),
    state: allowedValueOf(reader, part, 'state', ['0', '1'], '1') === '1' ? 1 : 0,
    opType: allowedValueOf(reader, part, 'opType', ['1', '2'], '1') === '1' ? 1 : 2,
    order: numberOf(reader, part, 'order') ?? index + 1,
    ...(resultCode !== undefined && { resultCode }),
    ...(flagOf(reader, part, 'ends', false) && { ends: true }),
    ...(names !== undefined && { names }),
    ...(Object.keys(sets).length > 0 && { sets }),
    ...(binds.length > 0 && { binds }),
    ...(rule !== undefined && { rule }),
  };
}

export function readValues(
  reader: ElementReader,
  parts: readonly ModdleElement[],
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    parts.map((part) => [requiredText(reader, part, 'name'), typedValue(reader, part)]),
  );
}

/** Reads the result codes of `resultPrecedence`, in order of precedence, separated by spaces. */
export function readPrecedence(reader: ElementReader, element: ModdleElement): number[] | undefined {
  const codes = textOf(element, 'resultPrecedence')?.split(/\s+/);
  if (codes?.every((code) => /^\d{1,9}$/.test(code))) return codes.map(Number);
  if (codes) addProblem(reader, 'resultPrecedence 应为以空格分隔的结果代码');
  return undefined;
}

export function readReturns(reader: ElementReader, element: ModdleElement): ReturnPolicy {
  const [part] = childrenOf(element, 'returns');
  if (part === undefined) return { allowed: true, ways: ['replay', 'direct'], targets: [] };
  const names = (textOf(part, 'ways') ?? 'replay direct').split(/\s+/);
  const ways = names.filter((way): way is ReturnWay => way === 'replay' || way === 'direct');
  if (ways.length < names.length) addProblem(reader, 'returns.ways 只能是 replay、direct');
  return {
    allowed: flagOf(reader, part, 'allowed', true),
    ways,
    targets: textOf(part, 'targets')?.split(/\s+/) ?? [],
  };
}

export function readService(reader: ElementReader, element: ModdleElement): ServiceAction | undefined {
  const kind = allowedValueOf(reader, element, 'kind', ['sendMessage', 'setVariable']);
  if (kind === 'setVariable') {
    return { kind, name: requiredText(reader, element, 'name'), value: typedValue(reader, element) };
  }
  if (kind === undefined) return undefined;
  const target = allowedValueOf(reader, element, 'target', ['initiator', 'previousHandler', 'applicant']);
  const text = requiredText(reader, element, 'text');
  if (countCharacters(text) > maxMessageLength)
    addProblem(reader, `消息内容不能超过${maxMessageLength}个字符`);
  return target && { kind, target, text };
}
