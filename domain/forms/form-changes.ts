import { changeOfValues } from '../interfaces/outbound-interface.ts';
import type { PartChange } from '../part-change.ts';
import { fieldModelText, lookupIn } from './field-model-text.ts';
import { type FormInterface, interfaceText } from './interface-model.ts';
import type { FieldLookup } from './linkage-text.ts';
import type { FieldModel, FormModel } from './model.ts';

/**
 * Returns the changes that publishing makes for orders that start afterwards, field by field; fields are
 * matched by id.
 */
export function formChanges(before: FormModel, after: FormModel): PartChange[] {
  const [previous, current] = [fieldsOf(before), fieldsOf(after)];
  // One lookup for both versions: a renamed field is no change of the fields that name it.
  const lookup = lookupIn([...before.schema.fields, ...after.schema.fields]);
  const fieldChanges = [...new Set([...current.keys(), ...previous.keys()])].flatMap((id) =>
    changesOf(previous.get(id), current.get(id), lookup),
  );
  return [
    ...difference('表单', headOf(before, lookup), headOf(after, lookup)),
    ...interfaceChanges(before, after, lookup),
    ...orderChange(previous, current),
    ...fieldChanges,
  ];
}

type Fields = ReadonlyMap<string, FieldModel>;

const fieldsOf = ({ schema }: FormModel): Fields => new Map(schema.fields.map((field) => [field.id, field]));

function headOf(
  { globalConfig: { title, columns, allowEdit, frame } }: FormModel,
  lookup: FieldLookup,
): string {
  return [
    title,
    columns === 2 ? '两列' : '一列',
    ...(allowEdit?.length
      ? [`只读时仍可修改：${allowEdit.map((id) => lookup(id)?.title ?? id).join('、')}`]
      : []),
    ...(frame ? [`第三方页面：${frame.url}${frame.height ? `，高 ${frame.height}` : ''}`] : []),
  ].join('，');
}

function interfaceChanges(before: FormModel, after: FormModel, lookup: FieldLookup): PartChange[] {
  const [previous, current] = [interfacesOf(before), interfacesOf(after)];
  return [...new Set([...current.keys(), ...previous.keys()])].flatMap((id) => {
    const [from, to] = [previous.get(id), current.get(id)];
    const textOf = (each: FormInterface | undefined) => (each ? interfaceText(each, lookup) : '');
    const part = `接口“${(to ?? from)?.title}”`;
    return [...difference(part, textOf(from), textOf(to)), ...changeOfValues(part, from, to)];
  });
}

const interfacesOf = ({ globalConfig: { interfaces = [] } }: FormModel) =>
  new Map((interfaces as readonly FormInterface[]).map((each) => [each.id, each]));

function difference(part: string, before: string, after: string): PartChange[] {
  return before === after ? [] : [{ part, before, after }];
}

function changesOf(
  from: FieldModel | undefined,
  to: FieldModel | undefined,
  lookup: FieldLookup,
): PartChange[] {
  const textOf = (field: FieldModel | undefined) => (field ? fieldModelText(field, lookup) : '');
  const part = `字段“${(to ?? from)?.title}”`;
  const renamed = from && to ? difference(`${part}的名称`, from.title, to.title) : [];
  return [...renamed, ...difference(part, textOf(from), textOf(to))];
}

/** Returns the change of the order among the fields that both versions have, from the first moved to the last. */
function orderChange(previous: Fields, current: Fields): PartChange[] {
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
