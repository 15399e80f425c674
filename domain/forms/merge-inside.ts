import type { Problem } from '../refusals/refusals.ts';
import { FieldAccess } from './authority.ts';
import type { CompiledField } from './compiled-form.ts';
import { type EarlierValues, earlierInside, keyOf } from './earlier-values.ts';
import { type FieldState, isComputed, ownValue, rowsOf } from './field-state.ts';
import { rowMarkers, type TableRow } from './kinds/table/table.ts';
import type { FormState } from './linkage.ts';
import { isEntry, mapValues, rowPrefix, visitValues } from './nested-values.ts';
import { isSame } from './same-value.ts';
import { unreadableText } from './validate.ts';

/** Merge of the values inside a field (`mergeSubmission`). */
export interface InnerMerge {
  /** States of the fields inside each field, by its path. */
  rows: FormState['rows'];
  /** True if values that linkage hides are kept. */
  keepsHidden: boolean;
  /** Takes the keys of the rows of each table, by its path. */
  rowKeys?: Record<string, readonly string[]>;
}

/** A value that was sent, and the earlier values around it. */
interface SentValue {
  sent: unknown;
  /** True if the value was left out, so that only what linkage hides in it is removed. */
  isUnsent: boolean;
  earlier: EarlierValues;
}

/** Checks whether a value is accepted, computed or set by linkage. */
export function isEditable(state: FieldState): boolean {
  return isComputed(state) || (state.visible && (state.editable || state.isSet));
}

/** Returns the value of a field with fields inside, each of which is accepted only if this person may edit it. */
export function mergeInside(
  field: CompiledField,
  path: string,
  state: FieldState,
  { sent, isUnsent, earlier }: SentValue,
  merge: InnerMerge,
): unknown {
  const { kind } = field;
  const states = merge.rows[path] ?? [];
  if (kind.nests === 'group') {
    const group = isEntry(state.value) ? state.value : {};
    const inner = earlierInside(field, earlier, group);
    // A value that linkage sets replaces the whole group.
    const base = state.isSet ? {} : inner.base;
    const sentGroup = isEntry(sent) ? sent : {};
    const merged = mergeEntry(
      field,
      `${path}.`,
      states[0] ?? {},
      { base, earlier: inner, sentGroup, isUnsent },
      merge,
    );
    const isEmpty = field.columns.every((column) => isEmptyValue(column, merged[column.id]));
    return isEmpty ? kind.empty : merged;
  }
  const rows = rowsOf(state.value);
  const sentRows = rowsOf(sent);
  if (state.editable && !isUnsent && merge.rowKeys) merge.rowKeys[path] = keysOf(rows);
  return rows.map((row, index) => {
    const inner = earlierInside(field, earlier, row, state.value);
    const origin = { base: inner.base, earlier: inner, sentGroup: sentRows[index] ?? {}, isUnsent };
    return mergeEntry(field, rowPrefix(path, index), states[index] ?? {}, origin, merge);
  });
}

function mergeEntry(
  { columns, kind }: CompiledField,
  prefix: string,
  cells: Readonly<Record<string, FieldState>>,
  origin: { base: TableRow; earlier: EarlierValues; sentGroup: TableRow; isUnsent: boolean },
  merge: InnerMerge,
): TableRow {
  const { base, earlier, sentGroup, isUnsent } = origin;
  const merged: Record<string, unknown> = { ...base };
  for (const marker of rowMarkers) delete merged[marker];
  for (const column of columns) {
    const { id } = column;
    const cell = cells[id];
    if (!cell) continue;
    const before = ownValue(merged, id);
    const mayChange = cell.access === FieldAccess.editable || isComputed(cell);
    const isDropped = cell.isHiddenByLinkage && !merge.keepsHidden && mayChange;
    const isRecomputed = !cell.isHiddenByLinkage && isComputed(cell);
    const isTaken = isDropped || isRecomputed || (!cell.isHiddenByLinkage && !isUnsent && isEditable(cell));
    const isNested = column.kind.nests !== undefined;
    // Also in values that were not sent, what linkage hides is removed, and computed values are stored.
    const isUpdated = isNested && isUnsent && cell.visible && cell.access === FieldAccess.editable;
    const value =
      isNested && !isDropped && (isTaken || isUpdated)
        ? mergeInside(
            column,
            prefix + id,
            cell,
            {
              sent: ownValue(sentGroup, id),
              isUnsent: isUnsent || (cell.editable && !Object.hasOwn(sentGroup, id)),
              earlier,
            },
            merge,
          )
        : isRecomputed && 'hiddenValue' in cell
          ? cell.hiddenValue
          : cell.value;
    if (before !== undefined && (!(isTaken || isUpdated) || isSame(value, column.kind.normalise(before))))
      continue;
    const isLeftOut =
      isUnsent && !isNested
        ? !isRecomputed
        : (isUnsent || kind.nests === 'group') && isEmptyValue(column, value);
    if (before === undefined && isLeftOut) continue;
    merged[id] = value;
  }
  return merged;
}

function isEmptyValue({ kind }: CompiledField, value: unknown): boolean {
  return kind.isEmpty(kind.normalise(value ?? null) ?? value);
}

/** Returns a unique key for each row. */
function keysOf(rows: readonly TableRow[]): string[] {
  const sentKeys = rows.map(keyOf);
  let last = Math.max(0, ...sentKeys.map((key) => (key?.startsWith('n') ? Number(key.slice(1)) : 0)));
  const usedKeys = new Set<string>();
  return sentKeys.map((key) => {
    if (key !== undefined && !usedKeys.has(key)) {
      usedKeys.add(key);
      return key;
    }
    last += 1;
    return `n${last}`;
  });
}

/** Returns a merged value with the keys of its rows (`MergedForm.rowKeys`). */
export function withKeys(
  field: CompiledField,
  path: string,
  value: unknown,
  rowKeys: Readonly<Record<string, readonly string[]>>,
): unknown {
  const inEntry = (entry: TableRow, prefix: string) =>
    mapValues(field.columns, entry, (column, inner) => withKeys(column, prefix + column.id, inner, rowKeys));
  if (field.kind.nests === 'group') return isEntry(value) ? inEntry(value, `${path}.`) : value;
  if (field.kind.nests !== 'rows') return value;
  const keys = rowKeys[path];
  return rowsOf(value).map((row, index) => ({
    ...inEntry(row, rowPrefix(path, index)),
    ...(keys && { _uid: keys[index] }),
  }));
}

/** Returns a problem for each value inside a field that was sent in a wrong shape. */
export function problemsInside(
  field: CompiledField,
  path: string,
  sent: unknown,
  rows: FormState['rows'],
): Problem[] {
  if (field.columns.length === 0) return [];
  const problems: Problem[] = [];
  visitSent(field, path, sent, rows, (column, value, place, state) => {
    if (state.editable && column.kind.normalise(value) === undefined)
      problems.push({ field: place, message: unreadableText(column, value) });
  });
  return problems;
}

/** Calls `visit` with each sent value inside a field, and its state. */
function visitSent(
  field: CompiledField,
  path: string,
  sent: unknown,
  rows: FormState['rows'],
  visit: (column: CompiledField, value: unknown, place: string, state: FieldState) => void,
): void {
  const states = rows[path] ?? [];
  const entries = field.kind.nests === 'group' ? (isEntry(sent) ? [sent] : []) : rowsOf(sent ?? null);
  for (const [index, entry] of entries.entries()) {
    const prefix = field.kind.nests === 'group' ? `${path}.` : rowPrefix(path, index);
    for (const column of field.columns) {
      const value = ownValue(entry, column.id);
      const state = states[index]?.[column.id];
      if (value === undefined || !state) continue;
      visit(column, value, prefix + column.id, state);
      if (column.columns.length > 0) visitSent(column, prefix + column.id, value, rows, visit);
    }
  }
}

/** Returns the merged value of a field of the form with the sent values in it that have a problem. */
export function withWrongValues(
  field: CompiledField,
  merged: unknown,
  sent: unknown,
  problems: readonly Problem[],
): unknown {
  const wrong = new Map<string, unknown>();
  const wrongPaths = new Set(problems.map((problem) => problem.field));
  visitValues([field], { [field.id]: sent }, (_, value, place) => {
    if (wrongPaths.has(place)) wrong.set(place, value);
  });
  return withValues(field, field.id, merged, wrong);
}

function withValues(
  field: CompiledField,
  path: string,
  value: unknown,
  others: ReadonlyMap<string, unknown>,
): unknown {
  if (others.has(path)) return others.get(path);
  const inEntry = (entry: TableRow, prefix: string): TableRow => ({
    ...entry,
    ...Object.fromEntries(
      field.columns.flatMap((column) => {
        const next = withValues(column, prefix + column.id, ownValue(entry, column.id), others);
        return next === undefined ? [] : [[column.id, next]];
      }),
    ),
  });
  if (field.kind.nests === 'group') return inEntry(isEntry(value) ? value : {}, `${path}.`);
  if (field.kind.nests === 'rows')
    return rowsOf(value ?? null).map((row, index) => inEntry(row, rowPrefix(path, index)));
  return value;
}
