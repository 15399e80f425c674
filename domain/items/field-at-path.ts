import type { CompiledField, CompiledForm } from '../forms/compiled-form.ts';

/** The forms in which the settings of an item find their fields. */
export interface FormsOfItem {
  forms: readonly CompiledForm[];
  /** Codes of those forms that the item would have to choose first; none if this is reported elsewhere. */
  unchosen?: ReadonlySet<string>;
}

/** Returns the field at `<form code>.<field id>`, or the text of the problem that it does not exist. */
export function findField(path: string, { forms, unchosen }: FormsOfItem): CompiledField | string {
  const [code = '', id = ''] = path.split('.');
  const form = forms.find((each) => each.code === code);
  if (form === undefined) return `没有表单“${code}”`;
  if (unchosen?.has(code)) return `事项没有选择表单“${form.title}”`;
  return form.byId.get(id) ?? `表单“${form.title}”没有字段“${id}”`;
}
