import { innerFields } from './inner-fields.ts';
import { findKind } from './kinds/kinds.ts';
import { type FieldModel, type FormModel, optionsOf } from './model.ts';
import { flatOptions, placedOptions } from './option-tree.ts';

/** One choice of a form field; `parent` is the value of another field for which the choice is
 * available, or of the choice above it in a tree. */
export interface FieldChoice {
  value: string;
  label: string;
  parent: string;
}

/** A field with its choices; headings and dividers have no value and are left out. */
export interface FieldEntry {
  /** Path `petition-letter.involved.relation`: form, field and, inside a field, its own id. */
  path: string;
  title: string;
  component: string;
  /** True for a select that takes several values. */
  many: boolean;
  choices: FieldChoice[];
}

/** Returns the fields of a form in its order, each followed by the fields inside it (S2 §3 "Form model"). */
export function fieldEntries({ schema, globalConfig }: FormModel): FieldEntry[] {
  return entriesUnder(globalConfig.code, schema.fields);
}

function entriesUnder(path: string, fields: readonly FieldModel[]): FieldEntry[] {
  return fields
    .filter(({ 'x-component': kind }) => findKind(kind)?.holdsValue ?? true)
    .flatMap((field) => {
      const fieldPath = `${path}.${field.id}`;
      const many = field['x-props']?.multiple === true;
      const entry = { path: fieldPath, title: field.title, component: field['x-component'], many };
      return [{ ...entry, choices: choicesOf(field) }, ...entriesUnder(fieldPath, innerFields(field))];
    });
}

/** Returns the options that are always available, and those that depend on the value of another field. */
function choicesOf({ options: listed = [], linkage = [], 'x-component': kind }: FieldModel): FieldChoice[] {
  const options = findKind(kind)?.ownOptions ?? listed;
  const linkedChoices = linkage.flatMap(({ when, effects }) => {
    const parent = 'field' in when && when.is === 'equals' ? String(when.value) : '';
    return effects
      .flatMap((effect) => flatOptions(optionsOf(effect) ?? []))
      .map((option) => ({ ...option, parent }));
  });
  const ownChoices = placedOptions(options).map(({ option: { value, label }, path }) => ({
    value,
    label,
    parent: path.at(-2)?.value ?? '',
  }));
  return [...ownChoices, ...linkedChoices];
}
