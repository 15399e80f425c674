import type { CompiledField } from '../../forms/compiled-form.ts';
import type { FieldKind } from '../../forms/kinds/kind.ts';
import { fieldKinds } from '../../forms/kinds/kinds.ts';
import { flatFields } from '../../forms/nested-values.ts';
import { flatOptions } from '../../forms/option-tree.ts';
import { type Entry, entryExcerpt, labelOfKind } from './cell-notation.ts';
import type { handlerKinds, StepCondition, StepForm, StepHandler } from './step-plan.ts';

/** A field with the properties that a condition or an authority needs. */
export type KnownField = Pick<CompiledField, 'title' | 'kindName' | 'options' | 'props'> &
  Partial<Pick<CompiledField, 'columns'>>;
type HandlerKind = (typeof handlerKinds)[number];

/** The people, posts and things that the cells of a process may name. */
export interface KnownNames {
  /** Returns the name for a candidate key; undefined for an unknown key. */
  nameOf(key: string): string | undefined;
  /** Returns the code of that kind with this name, for an author who wrote the name. */
  codeOfName(kind: HandlerKind, name: string): string | undefined;
  /** Returns the step of this process with this id, or with this name if it is unique. */
  stepOf(text: string): string | undefined;
  /** Returns the fields of a published form by their ids. */
  formOf(code: string): ReadonlyMap<string, KnownField> | undefined;
}

/** Returns the handler with its current name, or its problem. */
export function resolveHandler(handler: StepHandler, known: KnownNames): Entry<StepHandler> {
  if (handler.kind === 'initiator') return { value: handler };
  if (handler.kind === 'step') {
    const id = known.stepOf(handler.id);
    return id === undefined
      ? { problem: `没有标识或名称为“${entryExcerpt(handler.id)}”的步骤（同名的步骤请写标识）` }
      : { value: { kind: 'step', id } };
  }
  const name = known.nameOf(`${handler.kind}:${handler.id}`);
  if (name !== undefined) return { value: { ...handler, name } };
  const matchingCode = known.codeOfName(handler.kind, handler.id);
  const advice =
    matchingCode === undefined
      ? ''
      : `；“${entryExcerpt(handler.id)}”的编码是“${entryExcerpt(matchingCode)}”`;
  return { problem: `没有编码为“${entryExcerpt(handler.id)}”的${labelOfKind(handler.kind)}${advice}` };
}

export function problemOfForm(
  { form, fields, restricted = [] }: StepForm,
  known: KnownNames,
): string | undefined {
  const formFields = known.formOf(form);
  if (formFields === undefined) return `没有编码为“${entryExcerpt(form)}”的表单`;
  const missing =
    fields.find((field) => !formFields.has(field)) ??
    restricted.find(({ field }) => !hasInnerField(formFields, field))?.field;
  return missing === undefined ? undefined : `表单“${form}”没有标识为“${entryExcerpt(missing)}”的字段`;
}

/** Checks whether a form has a field inside others with this path. */
function hasInnerField(fields: ReadonlyMap<string, KnownField>, path: string): boolean {
  const { columns = [] } = fields.get(/^[^.[]*/.exec(path)?.[0] ?? '') ?? {};
  return flatFields(columns).some((column) => column.path === path);
}

/** Number of options in a message; the form shows the others. */
const maxListedOptions = 8;

/**
 * Returns problems of conditions that would never hold; the lint cannot find them, because the file has no
 * fields.
 */
export function problemsOfCondition(
  { form, field: id, is, value }: StepCondition,
  known: KnownNames,
): string[] {
  const formFields = known.formOf(form);
  if (formFields === undefined) return [`没有编码为“${entryExcerpt(form)}”的表单`];
  const field = formFields.get(id);
  if (field === undefined) return [`表单“${form}”没有标识为“${entryExcerpt(id)}”的字段`];
  const { title, kindName, props } = field;
  const options = flatOptions(field.options);
  const kind: FieldKind = fieldKinds[kindName];
  if (!kind.usableInCondition && !kind.textual) return [`字段“${title}”的类型不能用作条件`];
  const { comparesAs } = kind;
  const takesSeveral = kind.takesSeveral(props);
  if (takesSeveral && is !== 'has') return [`字段“${title}”可以选多项，比较请写“包含”`];
  if (!takesSeveral && is === 'has') return [`字段“${title}”不是多选，不能写“包含”`];
  if (comparesAs !== 'boolean' && typeof value === 'boolean')
    return [`字段“${title}”不是开关，值请加引号，如 "${value}"`];
  if (comparesAs === 'boolean' && typeof value !== 'boolean' && value !== '')
    return [`字段“${title}”是开关，值应为 true（是）或 false（否），不加引号`];
  if (comparesAs === 'boolean' && is !== '=' && is !== '!=')
    return [`字段“${title}”是开关，只能比较“等于”或“不等于”`];
  if (comparesAs === 'number' && typeof value === 'string')
    return [`字段“${title}”是数字，值应为数字，不加引号`];
  if (comparesAs !== 'number' && typeof value === 'number')
    return [`字段“${title}”不是数字，值请加引号，如 "${value}"`];
  if (options.length === 0 || value === '' || options.some((option) => option.value === value)) return [];
  const listed = options
    .slice(0, maxListedOptions)
    .map((option) => (option.value === option.label ? option.value : `${option.value}（${option.label}）`));
  const more = options.length > maxListedOptions ? '等' : '';
  return [`字段“${title}”没有选项“${entryExcerpt(String(value))}”，可填：${listed.join('、')}${more}`];
}
