import { writeOnlyRule } from '../sensitive/masks.ts';
import { type AuthorityByField, applyAuthority, FieldAccess, fullAuthority } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { ownValue, rowsOf } from './linkage.ts';
import type { FormValues } from './model.ts';
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
  const access = applyAuthority(form, settings.authority ?? fullAuthority);
  const masked: string[] = [];
  const visibleValues: Record<string, unknown> = {};

  const maskValue = (field: CompiledField, path: string, value: unknown): unknown => {
    if (settings.mayReveal && field.maskRule !== writeOnlyRule) return value;
    if (!hasSecret(field, value)) return value;
    masked.push(path);
    return maskOf(field, value);
  };
  for (const field of form.fields) {
    const value = ownValue(values, field.id);
    if (!field.kind.holdsValue || value === undefined || access[field.id] === FieldAccess.hidden) continue;
    if (field.kindName !== 'table') {
      visibleValues[field.id] = maskValue(field, field.id, value);
      continue;
    }
    const typedRows = rowsOf(ownValue(settings.pending ?? {}, field.id));
    visibleValues[field.id] = rowsOf(value).map((row, index) => {
      const cells: Record<string, unknown> = {
        _uid: ownValue(typedRows[index] ?? {}, '_uid') ?? String(index),
      };
      for (const column of field.columns) {
        const cell = ownValue(row, column.id);
        if (cell !== undefined)
          cells[column.id] = maskValue(column, `${field.id}[${index}].${column.id}`, cell);
      }
      return cells;
    });
  }
  return { values: visibleValues, masked };
}
