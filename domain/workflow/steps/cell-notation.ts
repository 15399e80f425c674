import type { FieldAuthority } from '../../forms/authority.ts';
import { maxLimitAmount } from '../model/limits.ts';
import type { StepLimit } from '../model/model.ts';
import { noRollText } from '../stages.ts';
import {
  handlerKindLabel,
  handlerKinds,
  type RestrictedField,
  type StepForm,
  type StepHandler,
  stepAuthorityLabel,
} from './step-plan.ts';

/** Value of one entry of a cell, or a message about its error for the person who filled it in. */
export type Entry<Value> = { value: Value } | { problem: string };

/** Returns the beginning of a typed text, long enough to identify it in a message. */
export function entryExcerpt(text: string): string {
  const characters = [...text];
  return characters.length > 30 ? `${characters.slice(0, 30).join('')}…` : text;
}

// ---------------------------------------------------------------- handlers

const initiatorLabel = '发起人';
const stepLabel = '步骤';
/** The same word as in the message about missing people. */
const personLabel = '人员';

const kindByLabel = new Map<string, Exclude<StepHandler['kind'], 'initiator'>>([
  ...handlerKinds.map((kind) => [handlerKindLabel[kind], kind] as const),
  [personLabel, 'staff'],
  [stepLabel, 'step'],
]);

export const labelOfKind = (kind: (typeof handlerKinds)[number]) =>
  kind === 'staff' ? personLabel : handlerKindLabel[kind];

/** Returns a handler as cell text, such as `角色:handler（经办人）`: the code is read, the name is for people. */
export function handlerText(handler: StepHandler): string {
  if (handler.kind === 'initiator') return initiatorLabel;
  if (handler.kind === 'step') return `${stepLabel}:${handler.id}`;
  // Characters that separate entries are removed from a single entry.
  const shownName = [...handler.name.replace(/[\s、,，;；()（）\p{C}]+/gu, ' ').trim()].slice(0, 40).join('');
  return `${handlerKindLabel[handler.kind]}:${handler.id}${shownName === '' ? '' : `（${shownName}）`}`;
}

/** Returns the handler without a name, which is not read; for a step its id or name, as written. */
export function readHandler(text: string): Entry<StepHandler> {
  const trimmed = text.trim();
  if (trimmed === initiatorLabel) return { value: { kind: 'initiator' } };
  const colon = trimmed.search(/[:：]/);
  const kind = kindByLabel.get(trimmed.slice(0, Math.max(colon, 0)).trim());
  if (kind === undefined)
    return {
      problem: `“${entryExcerpt(trimmed)}”应写作“类别:编码”，如“角色:handler”，或写“${initiatorLabel}”`,
    };
  const id = withoutName(trimmed.slice(colon + 1).trim());
  if (id === '') return { problem: `“${entryExcerpt(trimmed)}”没有编码` };
  return { value: kind === 'step' ? { kind, id } : { kind, id, name: '' } };
}

function withoutName(text: string): string {
  const last = text.slice(-1);
  const from = Math.max(text.lastIndexOf('（'), text.lastIndexOf('('));
  return from >= 0 && (last === '）' || last === ')') ? text.slice(0, from).trim() : text;
}

// ---------------------------------------------------------------- forms

const authorityByLabel = new Map<string, FieldAuthority>([
  ...([2, 1, 0] as const).map((value) => [stepAuthorityLabel[value], value] as const),
  ['可填', 2],
]);

/** Returns a form as cell text, such as `street-stall:只读+result+sentOn`, or `stall:可填写+people[].phone=不可见`. */
export function formText({ form, authority, fields, restricted = [] }: StepForm): string {
  const limits = restricted.map(({ field, authority: value }) => `${field}=${stepAuthorityLabel[value]}`);
  return [`${form}:${stepAuthorityLabel[authority]}`, ...fields, ...limits].join('+');
}

export function readForm(text: string): Entry<StepForm> {
  const [head = '', ...rest] = text.split(/[+＋]/).map((part) => part.trim());
  const colon = head.search(/[:：]/);
  const form = head.slice(0, Math.max(colon, 0)).trim();
  const authority = authorityByLabel.get(head.slice(colon + 1).trim());
  const subject = `“${entryExcerpt(text.trim())}”`;
  if (form === '' || authority === undefined)
    return { problem: `${subject}应写作“表单编码:可填写”“表单编码:只读”或“表单编码:不可见”` };
  const fields = [...new Set(rest.filter((part) => !/[=＝]/.test(part)))];
  const restricted: RestrictedField[] = [];
  for (const part of rest.filter((each) => !fields.includes(each))) {
    const [field = '', label = ''] = part.split(/[=＝]/).map((each) => each.trim());
    const value = authorityByLabel.get(label);
    if (!/[.[]/.test(field) || value === undefined || value === 2 || authority === 0)
      return { problem: `${subject}：列的权限应写作“表格标识[].列标识=只读”或“…=不可见”` };
    restricted.push({ field, authority: value });
  }
  if (fields.includes('')) return { problem: `${subject}的加号后面没有字段标识` };
  if (fields.length > 0 && authority !== 1) return { problem: `${subject}：只读的表单才写个别可填的字段` };
  return { value: { form, authority, fields, ...(restricted.length > 0 && { restricted }) } };
}

// ---------------------------------------------------------------- limits

const unitByLabel = new Map<string, StepLimit['unit']>([
  ['个工作日', 'workingDay'],
  ['工作日', 'workingDay'],
  ['天', 'calendarDay'],
  ['日', 'calendarDay'],
  ['个自然日', 'calendarDay'],
  ['自然日', 'calendarDay'],
  ['个月', 'month'],
  ['月', 'month'],
]);

export function readPlanLimit(text: string): Entry<StepLimit> {
  const [, digits = '', unitText = '', roll] =
    /^(\d{1,9})\s*([^\d(]{1,6})(?:\(([^()]{1,20})\))?$/.exec(text.normalize('NFKC').trim()) ?? [];
  const unit = unitByLabel.get(unitText.trim());
  const amount = Number(digits);
  if (unit === undefined || amount < 1) return { problem: '应写作“20 个工作日”“30 天”或“3 个月”' };
  if (roll !== undefined && (roll.trim() !== noRollText || unit === 'workingDay'))
    return { problem: `括号内只能写“${noRollText}”，工作日的时限不写` };
  const max = maxLimitAmount(unit);
  return amount <= max
    ? { value: { amount, unit, ...(roll !== undefined && { roll: false }) } }
    : { problem: `时限应为 1 至 ${max} 的整数` };
}
