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
  const [previous, current] = [fieldsOf(before), fieldsOf(after)];
  const fieldChanges = [...new Set([...current.keys(), ...previous.keys()])].flatMap((id) =>
    changesOf(previous.get(id), current.get(id)),
  );
  return [
    ...difference('表单', headOf(before), headOf(after)),
    ...orderChange(previous, current),
    ...fieldChanges,
  ];
}

type Fields = ReadonlyMap<string, FieldModel>;

const fieldsOf = ({ schema }: FormModel): Fields => new Map(schema.fields.map((field) => [field.id, field]));

function headOf({ globalConfig: { title, columns } }: FormModel): string {
  return `${title}，${columns === 2 ? '两列' : '一列'}`;
}

function difference(part: string, before: string, after: string): FormChange[] {
  return before === after ? [] : [{ part, before, after }];
}

function changesOf(from: FieldModel | undefined, to: FieldModel | undefined): FormChange[] {
  const part = `字段“${(to ?? from)?.title}”`;
  const renamed = from && to ? difference(`${part}的名称`, from.title, to.title) : [];
  return [...renamed, ...difference(part, from ? textOf(from) : '', to ? textOf(to) : '')];
}

/** Returns the change of the order among the fields that both versions have, from the first moved to the last. */
function orderChange(previous: Fields, current: Fields): FormChange[] {
  const before = [...previous.keys()].filter((id) => current.has(id));
  const after = [...current.keys()].filter((id) => previous.has(id));
  const first = before.findIndex((id, index) => id !== after[index]);
  if (first < 0) return [];
  const last = before.findLastIndex((id, index) => id !== after[index]);
  const namesOf = (ids: readonly string[]) =>
    ids
      .slice(first, last + 1)
      .map((id) => current.get(id)?.title)
      .join('、');
  return [{ part: '字段顺序', before: namesOf(before), after: namesOf(after) }];
}

function textOf(field: FieldModel): string {
  const kind = field['x-component'];
  const listedKeys = new Set(['id', 'title', 'x-component', 'required', 'options', 'help', 'columns']);
  const others = Object.entries(field).filter(([key, value]) => !listedKeys.has(key) && value !== undefined);
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
    ...others.map(([key, value]) => `${key} ${sortedJson(value)}`).sort(),
  ].join('；');
}

/** Returns the value as JSON with sorted members, because stored values do not keep the order of members. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([key, one]) => `${key}:${sortedJson(one)}`).join(',')}}`;
}
