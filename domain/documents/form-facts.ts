import type { AuthorityByField } from '../forms/authority.ts';
import type { CompiledField, CompiledForm } from '../forms/compiled-form.ts';
import type { FieldState } from '../forms/field-state.ts';
import { evaluateLinkage, type FormState } from '../forms/linkage.ts';
import type { FormValues } from '../forms/model.ts';
import { rowPrefix } from '../forms/nested-values.ts';
import { maskOf } from '../forms/secret-values.ts';
import { sumsOfTable, sumTitle } from '../forms/sums.ts';
import { picturesOf, summaryOf, textOfField } from '../forms/text.ts';
import { type FieldMaskRule, MaskRule, mask, writeOnlyRule } from '../sensitive/masks.ts';
import { type Fact, type Facts, PictureFact } from './placeholders.ts';

/** Display of numbers that identify or reach a person in a document: masked (S1 §5) or complete. */
export type SensitiveParts = 'masked' | 'clear';

/**
 * Mask rules that documents ignore: the names of people and places are printed in full, because the document
 * is addressed to them.
 */
const unmaskedRules: readonly FieldMaskRule[] = [MaskRule.name, MaskRule.legalName, MaskRule.address];

/**
 * Returns the facts of a form for documents: each field as text by its id, tables and lists as lists of rows,
 * objects as groups, and the sums of the columns of tables under 合计. Fields that the node or a linkage hides are
 * left out.
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
  const factsAt = (
    inner: readonly CompiledField[],
    states: FormState['fields'],
    prefix: string,
    isInRow: boolean,
  ) =>
    Object.fromEntries<Fact>(
      inner.flatMap((field): [string, Fact][] => {
        const state = states[field.id];
        if (!field.kind.holdsValue || !state?.visible) return [];
        return [[field.id, factOf(field, state, prefix + field.id, isInRow)]];
      }),
    );
  const factOf = (field: CompiledField, state: FieldState, path: string, isInRow: boolean): Fact => {
    const states = rows[path] ?? [];
    if (field.kind.nests === 'group') return factsAt(field.columns, states[0] ?? {}, `${path}.`, isInRow);
    // A table of a document has no tables in its cells.
    const [picture] = field.kindName === 'signature' ? picturesOf(field, path, state, rows) : [];
    if (picture) return new PictureFact(text(field, state), picture.id);
    if (field.kind.nests === undefined || isInRow) return summaryOf(field, path, state, rows, text);
    return states.map((cells, index) => factsAt(field.columns, cells, rowPrefix(path, index), true));
  };
  const facts = factsAt(form.fields, fields, '', false);
  const sums = form.fields.flatMap((field): [string, Facts][] => {
    const sumsOfField = sumsOfTable(field, fields[field.id]?.visible ? (rows[field.id] ?? []) : []);
    return sumsOfField.size === 0 ? [] : [[field.id, Object.fromEntries(sumsOfField)]];
  });
  return sums.length === 0 ? facts : { ...facts, [sumTitle]: Object.fromEntries(sums) };
}

/**
 * Returns the paths of a form's fields that a template may use, and its tables and lists with those of their rows.
 */
export function knownFormFacts(form: CompiledForm): { values: string[]; lists: [string, string[]][] } {
  const values: string[] = [];
  const lists: [string, string[]][] = [];
  const visit = (fields: readonly CompiledField[], prefix: string): void => {
    for (const field of fields) {
      if (!field.kind.holdsValue || field.kind.writeOnly) continue;
      const path = prefix + field.id;
      if (field.kind.nests === 'rows') lists.push([path, namesInRow(field.columns, '')]);
      else if (field.kind.nests === 'group') visit(field.columns, `${path}.`);
      else values.push(path);
    }
  };
  visit(form.fields, `表单.${form.code}.`);
  return { values, lists };
}

function namesInRow(columns: readonly CompiledField[], prefix: string): string[] {
  return columns.flatMap(({ id, kind, columns: inner }) => {
    if (kind.writeOnly) return [];
    return kind.nests === 'group' ? namesInRow(inner, `${prefix}${id}.`) : [prefix + id];
  });
}
