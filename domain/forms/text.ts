import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { evaluateLinkage, type FieldState, type FormState } from './linkage.ts';
import type { FormValues } from './model.ts';
import { rowPrefix } from './nested-values.ts';

export interface FieldText {
  id: string;
  title: string;
  text: string;
  /** Rows of a table or list, cell by cell. */
  rows?: readonly (readonly FieldText[])[];
}

/**
 * Returns the form as text, in its order, for documents and exports: labels instead of codes, hidden fields
 * left out.
 */
export function textOfForm(
  form: CompiledForm,
  values: FormValues,
  authority?: AuthorityByField,
): FieldText[] {
  const { fields, rows } = evaluateLinkage(form, values, { authority });
  return form.fields.flatMap((field) => {
    const state = fields[field.id];
    if (!field.kind.holdsValue || !state?.visible) return [];
    const { id, title, kind } = field;
    const text = kind.nests === 'group' ? summaryOf(field, id, state, rows) : textOfField(field, state);
    const entry: FieldText = { id, title, text };
    if (kind.nests !== 'rows') return [entry];
    const table = (rows[id] ?? []).map((cells, index) =>
      field.columns.flatMap((column) => {
        const cell = cells[column.id];
        const path = rowPrefix(id, index) + column.id;
        return cell
          ? [{ id: column.id, title: column.title, text: summaryOf(column, path, cell, rows) }]
          : [];
      }),
    );
    return [{ ...entry, rows: table }];
  });
}

/**
 * Returns a field as one text with the fields inside it: `街道：…，门牌号：…`, rows separated by ；. `textOf` returns the text
 * of a field without others inside.
 */
export function summaryOf(
  field: CompiledField,
  path: string,
  state: FieldState,
  rows: FormState['rows'],
  textOf: (field: CompiledField, state: FieldState) => string = textOfField,
): string {
  const { kind, columns } = field;
  if (kind.nests === undefined) return textOf(field, state);
  const entries = (rows[path] ?? []).map((cells, index) => {
    const prefix = kind.nests === 'group' ? `${path}.` : rowPrefix(path, index);
    const texts = columns.flatMap((column) => {
      const cell = cells[column.id];
      const text = cell?.visible ? summaryOf(column, prefix + column.id, cell, rows, textOf) : '';
      return text === '' ? [] : [`${column.title}：${text}`];
    });
    return texts.join('，');
  });
  return entries.filter((text) => text !== '').join('；');
}

/** Returns one value as text. */
export function textOfField(field: CompiledField, state: Pick<FieldState, 'value' | 'options'>): string {
  return field.kind.text(state.value, { props: field.props, options: state.options });
}
