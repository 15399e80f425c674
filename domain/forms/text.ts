import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { FieldState } from './field-state.ts';
import { signature } from './kinds/signature/signature.ts';
import type { StoredFile } from './kinds/upload/upload.ts';
import { evaluateLinkage, type FormState } from './linkage.ts';
import type { FormValues } from './model.ts';
import { rowPrefix } from './nested-values.ts';
import { footOfTable } from './sums.ts';

/** A stored file that is a picture. */
export type NamedPicture = Pick<StoredFile, 'id' | 'name'>;

export interface FieldText {
  id: string;
  title: string;
  text: string;
  /** The picture of a signature, which is drawn in place of the text. */
  pictures?: readonly NamedPicture[];
  /** Pictures of the signatures inside an object, or inside rows that are one text: they are drawn after the text. */
  picturesInside?: readonly NamedPicture[];
  /** Rows of a table or list, cell by cell. */
  rows?: readonly (readonly FieldText[])[];
  /** Row of sums below the rows of a table, one text for each column. */
  foot?: readonly string[];
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
    const entry = entryOf(field, field.id, state, rows);
    if (field.kind.nests !== 'rows') return [entry];
    const states = rows[field.id] ?? [];
    const table = states.map((cells, index) =>
      field.columns.flatMap((column) => {
        const cell = cells[column.id];
        return cell ? [entryOf(column, rowPrefix(field.id, index) + column.id, cell, rows)] : [];
      }),
    );
    const foot = footOfTable(field, states);
    return [{ ...entry, rows: table, ...(foot && { foot }) }];
  });
}

function entryOf(field: CompiledField, path: string, state: FieldState, rows: FormState['rows']): FieldText {
  const { id, title, kind } = field;
  // The rows of a table or list of the form stand below its text.
  const isTable = kind.nests === 'rows' && path === id;
  const text = isTable ? textOfField(field, state) : summaryOf(field, path, state, rows);
  const pictures = isTable ? [] : picturesOf(field, path, state, rows);
  if (pictures.length === 0) return { id, title, text };
  return { id, title, text, ...(kind.nests === undefined ? { pictures } : { picturesInside: pictures }) };
}

/** Returns the pictures of the signatures in a field, or inside it. */
export function picturesOf(
  { kind, kindName, columns }: CompiledField,
  path: string,
  { value }: FieldState,
  rows: FormState['rows'],
): NamedPicture[] {
  if (kindName === 'signature')
    return (signature.normalise(value) ?? []).map(({ id, name }) => ({ id, name }));
  if (kind.nests === undefined) return [];
  return (rows[path] ?? []).flatMap((cells, index) => {
    const prefix = kind.nests === 'group' ? `${path}.` : rowPrefix(path, index);
    return columns.flatMap((column) => {
      const cell = cells[column.id];
      return cell?.visible ? picturesOf(column, prefix + column.id, cell, rows) : [];
    });
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
