import type { Problem } from '../refusals/refusals.ts';
import { mask } from '../sensitive/masks.ts';
import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { rowMarkers, type TableRow } from './kinds/table/table.ts';
import { evaluateLinkage, type FieldState, findStoredRow, own, rowsOf } from './linkage.ts';
import type { FormValues } from './model.ts';

export interface MergedForm {
  values: Record<string, unknown>;
  /** Fields whose value is now another, for the history of the form. */
  changed: readonly string[];
  /** Fields that were sent in a shape that is not theirs; their stored value stands. */
  problems: readonly Problem[];
}

/**
 * Merges a submission into what is stored: only fields that this person may edit are taken (authority 2 and `allowEdit`,
 * visible, not disabled), all else stays as it was, so that nothing is lost by what a client did not see. A mask that
 * comes back unchanged stands for the value behind it. Row marks are stripped (S1 §5).
 */
export function mergeSubmission(
  form: CompiledForm,
  stored: FormValues,
  submitted: FormValues,
  authority: AuthorityByField,
): MergedForm {
  const unmasked = withoutMasks(form, stored, submitted);
  const { fields, rows } = evaluateLinkage(form, unmasked, { authority, stored });
  const values: Record<string, unknown> = { ...stored };
  const changed: string[] = [];
  const problems: Problem[] = [];
  for (const field of form.fields) {
    const state = fields[field.id];
    if (!state || !field.kind.holdsValue || !isTaken(state)) continue;
    const sent = own(unmasked, field.id);
    if (state.editable && sent !== undefined && field.kind.normalise(sent) === undefined) {
      problems.push({ field: field.id, message: `${field.title}格式不正确` });
      continue;
    }
    if (state.editable && sent === undefined) continue;
    const storedRows = rowsOf(own(stored, field.id) ?? null);
    const value =
      field.kindName === 'table'
        ? rowsOf(state.value).map((row, at) => mergeRow(field, row, storedRows, rows[field.id]?.[at] ?? {}))
        : state.value;
    if (isSame(value, own(stored, field.id) ?? field.kind.empty)) continue;
    values[field.id] = value;
    changed.push(field.id);
  }
  return { values, changed, problems };
}

function isTaken(state: FieldState): boolean {
  return state.visible && (state.editable || state.isSet);
}

function mergeRow(
  field: CompiledField,
  row: TableRow,
  storedRows: readonly TableRow[],
  cells: Readonly<Record<string, FieldState>>,
): TableRow {
  const merged: Record<string, unknown> = { ...findStoredRow(row, storedRows) };
  for (const marker of rowMarkers) delete merged[marker];
  for (const column of field.columns) {
    const cell = cells[column.id];
    if (cell && (isTaken(cell) || !Object.hasOwn(merged, column.id))) merged[column.id] = cell.value;
  }
  return merged;
}

/** Puts the stored value back where the mask of it was sent, and drops a second claim to the same stored row. */
function withoutMasks(form: CompiledForm, stored: FormValues, submitted: FormValues): FormValues {
  const result: Record<string, unknown> = { ...submitted };
  for (const field of form.fields) {
    const sent = own(submitted, field.id);
    if (field.secret) result[field.id] = unmask(field, sent, own(stored, field.id));
    if (field.kindName !== 'table' || !Array.isArray(sent) || field.kind.normalise(sent) === undefined)
      continue;
    const storedRows = rowsOf(own(stored, field.id) ?? null);
    const claimed = new Set<TableRow>();
    result[field.id] = rowsOf(sent).map((row) => {
      const storedRow = findStoredRow(row, storedRows);
      const copy: Record<string, unknown> = { ...row };
      if (storedRow && claimed.has(storedRow)) delete copy._uid;
      if (!storedRow) return copy;
      claimed.add(storedRow);
      for (const column of field.columns) {
        if (column.secret) copy[column.id] = unmask(column, own(row, column.id), own(storedRow, column.id));
      }
      return copy;
    });
  }
  return result;
}

function unmask(field: CompiledField, sent: unknown, stored: unknown): unknown {
  if (!field.secret || typeof stored !== 'string' || stored === '') return sent;
  return sent === mask(field.secret, stored) ? stored : sent;
}

/** Whether two values are the same JSON; the order of keys does not matter. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [leftEntries, rightEntries] = [Object.entries(left), Object.entries(right)];
  return (
    leftEntries.length === rightEntries.length &&
    leftEntries.every(([key, value]) => Object.hasOwn(right, key) && isSame(value, Reflect.get(right, key)))
  );
}
