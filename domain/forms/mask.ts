import { writeOnlyRule } from '../sensitive/masks.ts';
import {
  type AuthorityByField,
  applyAuthority,
  FieldAccess,
  type FieldAuthority,
  fullAuthority,
  innerAccess,
} from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { ownValue, rowsOf } from './field-state.ts';
import type { TableRow } from './kinds/table/table.ts';
import type { FormValues } from './model.ts';
import { isEntry, rowPrefix } from './nested-values.ts';
import { hasSecret, maskOf } from './secret-values.ts';

export interface MaskSettings {
  authority?: AuthorityByField;
  /** True if this reader may see secret values unmasked; the caller must audit each such reading. */
  mayReveal: boolean;
  /**
   * Pending values, which are shown instead of the stored ones; their rows keep the keys under which they
   * were sent.
   */
  pending?: FormValues;
}

export interface MaskedForm {
  values: Record<string, unknown>;
  /** Paths whose value is replaced by a mask (`leadMobile`, `involved[0].phone`). */
  masked: string[];
}

/**
 * Returns the values that may leave the server: fields of authority 0 and unknown keys are removed, secret
 * values are masked (S1 §5). Rows contain `_uid`, their index in the stored table or the key under which they
 * were typed, by which a returned mask finds its value.
 */
export function maskForm(form: CompiledForm, values: FormValues, settings: MaskSettings): MaskedForm {
  const masked: string[] = [];
  const access = applyAuthority(form, settings.authority ?? fullAuthority);
  const maskValue = (field: CompiledField, path: string, value: unknown): unknown => {
    if (settings.mayReveal && field.maskRule !== writeOnlyRule) return value;
    if (!hasSecret(field, value)) return value;
    masked.push(path);
    return maskOf(field, value);
  };
  /** Returns the visible values of fields; `typed` are the pending values at the same place. */
  const maskFields = (
    fields: readonly CompiledField[],
    content: FormValues,
    typed: FormValues,
    prefix: string,
    accessOf: (field: CompiledField) => FieldAuthority,
  ): Record<string, unknown> => {
    const visibleValues: Record<string, unknown> = {};
    for (const field of fields) {
      const value = ownValue(content, field.id);
      const accessToField = accessOf(field);
      if (!field.kind.holdsValue || value === undefined || accessToField === FieldAccess.hidden) continue;
      const path = prefix + field.id;
      const typedValue = ownValue(typed, field.id);
      const maskEntry = (entry: TableRow, typedEntry: unknown, inner: string) =>
        maskFields(field.columns, entry, isEntry(typedEntry) ? typedEntry : {}, inner, (column) =>
          innerAccess(access, column, accessToField),
        );
      if (field.kind.nests === 'group')
        visibleValues[field.id] = maskEntry(isEntry(value) ? value : {}, typedValue, `${path}.`);
      else if (field.kind.nests === 'rows') {
        const typedRows = rowsOf(typedValue);
        visibleValues[field.id] = rowsOf(value).map((row, index) => ({
          _uid: shownRowKey(typedRows, index),
          ...maskEntry(row, typedRows[index], rowPrefix(path, index)),
        }));
      } else visibleValues[field.id] = maskValue(field, path, value);
    }
    return visibleValues;
  };
  const shown = maskFields(
    form.fields,
    values,
    settings.pending ?? {},
    '',
    ({ id }) => access[id] ?? FieldAccess.readOnly,
  );
  return { values: shown, masked };
}

/**
 * Returns the key under which a row is sent: the one under which it was typed, or its index among the stored rows.
 */
export function shownRowKey(typedRows: readonly TableRow[], index: number): unknown {
  return ownValue(typedRows[index] ?? {}, '_uid') ?? String(index);
}
