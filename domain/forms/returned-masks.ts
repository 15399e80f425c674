import type { Problem } from '../refusals/refusals.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { type EarlierValues, earlierInside, earlierValuesOf, keyOf } from './earlier-values.ts';
import { ownValue, rowsOf } from './field-state.ts';
import type { FormState } from './linkage.ts';
import type { FormValues } from './model.ts';
import { flatFields, isEntry, rowPrefix } from './nested-values.ts';
import { isMask, isSecret, isUnresolvedMask, unmask } from './secret-values.ts';

/** Masks that a client sends back: each stands for the value that it hides. */

/** Replaces returned masks by their values, and removes the key of a second row with the same key. */
export function withoutMasks(
  fields: readonly CompiledField[],
  submitted: FormValues,
  earlier: EarlierValues,
): FormValues {
  const result: Record<string, unknown> = { ...submitted };
  for (const field of fields) {
    const sent = ownValue(submitted, field.id);
    if (sent === undefined) continue;
    if (isSecret(field)) result[field.id] = unmask(field, sent, earlierValuesOf(earlier, field));
    if (field.kind.nests === 'group' && isEntry(sent))
      result[field.id] = withoutMasks(field.columns, sent, earlierInside(field, earlier, sent));
    if (field.kind.nests === 'rows') result[field.id] = rowsWithoutMasks(field, sent, earlier);
  }
  return result;
}

function rowsWithoutMasks(field: CompiledField, sent: unknown, earlier: EarlierValues): unknown {
  if (!Array.isArray(sent) || field.kind.normalise(sent) === undefined) return sent;
  const claimed = new Set<string>();
  return rowsOf(sent).map((row) => {
    const inner = earlierInside(field, earlier, row);
    const key = keyOf(row);
    if (key === undefined || !(inner.typed ?? inner.stored)) return { ...row };
    const copy: Record<string, unknown> = { ...withoutMasks(field.columns, row, inner) };
    if (claimed.has(key)) delete copy._uid;
    claimed.add(key);
    return copy;
  });
}

/**
 * Returns a problem for each mask without a value: its row came back without a key, or the value has changed.
 * A mask is never stored, so the value must be typed again.
 */
export function problemsOfMasks(
  field: CompiledField,
  path: string,
  sent: unknown,
  earlier: EarlierValues,
  rows: FormState['rows'],
): Problem[] {
  const { kind, columns, title } = field;
  if (kind.nests === undefined) {
    return isUnresolvedMask(field, sent, earlierValuesOf(earlier, field))
      ? [{ field: path, message: `${title}仍为脱敏内容，请重新填写` }]
      : [];
  }
  if (!flatFields(columns).some(isSecret)) return [];
  const isGroup = kind.nests === 'group';
  const entries = isGroup ? (isEntry(sent) ? [sent] : []) : rowsOf(sent ?? null);
  return entries.flatMap((entry, index) => {
    const inner = earlierInside(field, earlier, entry);
    const prefix = isGroup ? `${path}.` : rowPrefix(path, index);
    return columns.flatMap((column) =>
      rows[path]?.[index]?.[column.id]?.editable
        ? problemsOfMasks(column, prefix + column.id, ownValue(entry, column.id), inner, rows)
        : [],
    );
  });
}

/** Checks whether a submission may contain masks, or rows of earlier typed values. */
export function mayContainMasks({ fields }: Pick<CompiledForm, 'fields'>, submitted: FormValues): boolean {
  return fields.some((field) => {
    const sent = ownValue(submitted, field.id);
    if (isSecret(field)) return typeof sent === 'string' ? sent.includes('*') : isMask(field, sent);
    if (field.kind.nests === 'group')
      return isEntry(sent) && mayContainMasks({ fields: field.columns }, sent);
    return field.kind.nests === 'rows' && rowsOf(sent).some((row) => keyOf(row) !== undefined);
  });
}
