import { formComponentLabel } from '../enumerations/form-component.ts';
import { isKindName } from './kinds/kinds.ts';
import type { FieldModel, FormModel } from './model.ts';

/** A difference between two versions of a form. */
export interface FormChange {
  part: string;
  before: string;
  after: string;
}

/**
 * Returns the changes that publishing makes for orders that start afterwards, field by field; fields are
 * matched by id.
 */
export function formChanges(before: FormModel, after: FormModel): FormChange[] {
  const [old, own] = [partsOf(before), partsOf(after)];
  return [...new Set([...own.keys(), ...old.keys()])].flatMap((key) => {
    const [from, to] = [old.get(key), own.get(key)];
    if (from?.text === to?.text) return [];
    return [{ part: (to ?? from)?.label ?? '', before: from?.text ?? '', after: to?.text ?? '' }];
  });
}

function partsOf({ globalConfig, schema }: FormModel): Map<string, { label: string; text: string }> {
  const { title, columns } = globalConfig;
  return new Map([
    ['', { label: '表单', text: `${title}，${columns === 2 ? '两列' : '一列'}` }],
    [' order', { label: '字段顺序', text: schema.fields.map((field) => field.title).join('、') }],
    ...schema.fields.map(
      (field) => [field.id, { label: `字段“${field.title}”`, text: textOf(field) }] as const,
    ),
  ]);
}

function textOf(field: FieldModel): string {
  const kind = field['x-component'];
  const said = new Set(['id', 'title', 'x-component', 'required', 'options', 'help', 'columns']);
  const others = Object.entries(field).filter(([key, value]) => !said.has(key) && value !== undefined);
  return [
    isKindName(kind) ? formComponentLabel[kind] : kind,
    ...(field.required ? ['必填'] : []),
    ...(field.options
      ? [`选项：${field.options.map(({ value, label }) => `${label}（${value}）`).join('、')}`]
      : []),
    ...(field.columns
      ? [`列：${field.columns.map((column) => `${column.title}（${textOf(column)}）`).join('、')}`]
      : []),
    ...(field.help ? [`说明：${field.help}`] : []),
    ...others.map(([key, value]) => `${key} ${inOrder(value)}`).sort(),
  ].join('；');
}

/** Returns the value as JSON with sorted members, because stored values do not keep the order of members. */
function inOrder(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inOrder).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, one]) => `${key}:${inOrder(one)}`).join(',')}}`;
}
