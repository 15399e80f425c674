import type { AuthorityByField } from '../forms/authority.ts';
import type { CompiledField, CompiledForm } from '../forms/compiled-form.ts';
import { evaluateLinkage, type FieldState } from '../forms/linkage.ts';
import type { FormValues } from '../forms/model.ts';
import { maskOf } from '../forms/secret-values.ts';
import { sumsOfTable, sumTitle } from '../forms/sums.ts';
import { textOfField } from '../forms/text.ts';
import { type FieldMaskRule, MaskRule, mask, writeOnlyRule } from '../sensitive/masks.ts';
import type { Fact, Facts } from './placeholders.ts';

/** Display of numbers that identify or reach a person in a document: masked (S1 §5) or complete. */
export type SensitiveParts = 'masked' | 'clear';

/**
 * Mask rules that documents ignore: the names of people and places are printed in full, because the document
 * is addressed to them.
 */
const unmaskedRules: readonly FieldMaskRule[] = [MaskRule.name, MaskRule.legalName, MaskRule.address];

/**
 * Returns the facts of a form for documents: each field as text by its id, tables as lists of rows, and the sums of
 * their columns under 合计. Fields that the node or a linkage hides are left out.
 */
export function formFacts(
  form: CompiledForm,
  values: FormValues,
  authority: AuthorityByField,
  sensitive: SensitiveParts,
): Facts {
  const { fields, rows } = evaluateLinkage(form, values, { authority });
  const text = (field: CompiledField, state: FieldState) => {
    if (field.kind.secretParts && sensitive === 'masked')
      return textOfField(field, { ...state, value: maskOf(field, state.value, { isPrinted: true }) });
    const fieldText = textOfField(field, state);
    const rule = field.maskRule;
    // The text of a value that no reader gets back is a mask already.
    return rule === undefined ||
      rule === writeOnlyRule ||
      sensitive === 'clear' ||
      unmaskedRules.includes(rule)
      ? fieldText
      : mask(rule, fieldText);
  };
  const facts = Object.fromEntries<Fact>(
    form.fields.flatMap((field): [string, Fact][] => {
      const state = fields[field.id];
      if (!field.kind.holdsValue || !state?.visible) return [];
      if (field.kindName !== 'table') return [[field.id, text(field, state)]];
      const list = (rows[field.id] ?? []).map((cells) =>
        Object.fromEntries(
          field.columns.flatMap((column) => {
            const cell = cells[column.id];
            return cell?.visible ? [[column.id, text(column, cell)]] : [];
          }),
        ),
      );
      return [[field.id, list]];
    }),
  );
  const sums = form.fields.flatMap((field): [string, Facts][] => {
    const sumsOfField = sumsOfTable(field, fields[field.id]?.visible ? (rows[field.id] ?? []) : []);
    return sumsOfField.size === 0 ? [] : [[field.id, Object.fromEntries(sumsOfField)]];
  });
  return sums.length === 0 ? facts : { ...facts, [sumTitle]: Object.fromEntries(sums) };
}

/** Returns the paths of a form's fields that a template may use, and its tables with their columns. */
export function knownFormFacts(form: CompiledForm): { values: string[]; lists: [string, string[]][] } {
  const valueFields = form.fields.filter(({ kind }) => kind.holdsValue && !kind.writeOnly);
  const pathOf = ({ id }: CompiledField) => `表单.${form.code}.${id}`;
  return {
    values: valueFields.filter(({ kindName }) => kindName !== 'table').map(pathOf),
    lists: valueFields
      .filter(({ kindName }) => kindName === 'table')
      .map((field) => [
        pathOf(field),
        field.columns.filter(({ kind }) => !kind.writeOnly).map(({ id }) => id),
      ]),
  };
}
