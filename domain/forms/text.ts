import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { signature } from './kinds/signature/signature.ts';
import { evaluateLinkage, type FieldState } from './linkage.ts';
import type { FormValues } from './model.ts';
import { footOfTable } from './sums.ts';

export interface FieldText {
  id: string;
  title: string;
  text: string;
  /** Ids of the pictures that are drawn in place of the text: those of a signature. */
  pictures?: readonly string[];
  /** Rows of a table, cell by cell. */
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
    const entry = entryOf(field, state);
    if (field.kindName !== 'table') return [entry];
    const states = rows[field.id] ?? [];
    const table = states.map((cells) =>
      field.columns.flatMap((column) => {
        const cell = cells[column.id];
        return cell ? [entryOf(column, cell)] : [];
      }),
    );
    const foot = footOfTable(field, states);
    return [{ ...entry, rows: table, ...(foot && { foot }) }];
  });
}

function entryOf(field: CompiledField, state: FieldState): FieldText {
  const entry = { id: field.id, title: field.title, text: textOfField(field, state) };
  if (field.kindName !== 'signature') return entry;
  return { ...entry, pictures: (signature.normalise(state.value) ?? []).map(({ id }) => id) };
}

/** Returns one value as text. */
export function textOfField(field: CompiledField, state: Pick<FieldState, 'value' | 'options'>): string {
  return field.kind.text(state.value, { props: field.props, options: state.options });
}
