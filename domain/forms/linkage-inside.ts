import { FieldAccess, type FormAccess, innerAccess } from './authority.ts';
import type { CompiledField } from './compiled-form.ts';
import type { Computer } from './computed/computer.ts';
import type { KnownResult } from './condition.ts';
import { type EarlierValues, earlierInside } from './earlier-values.ts';
import {
  type ConditionCheck,
  comparedValue,
  type FieldState,
  isDecided,
  ownValue,
  readValue,
  resolveField,
  rowsOf,
} from './field-state.ts';
import type { TableRow } from './kinds/table/table.ts';
import { rowPrefix } from './nested-values.ts';
import { isSecret, withoutSecrets } from './secret-values.ts';

/** Linkage of the fields inside fields (docs/decisions/0225). */

/** Results of conditions by their keys. */
export type HiddenConditions = Readonly<Record<string, boolean>>;

/** The form around the entries of a field. */
export interface Surroundings {
  /** Returns the value that conditions read. */
  read(id: string): unknown;
  /** Returns the value that expressions read: as evaluated, without secrets. */
  readSource(id: string): unknown;
  /**
   * Checks whether linkage hides a field or computes its hidden value here, so that the server's result does not
   * count.
   */
  isDecidedHere(id: string): boolean;
  earlier: EarlierValues | undefined;
  /** The keys of the rows around. */
  rowKeys: readonly string[];
}

export interface FormEvaluation {
  access: FormAccess;
  hiddenConditions: HiddenConditions;
  createCheck(path: string, known: KnownResult): ConditionCheck;
  computer: Computer;
  /** Takes the states of all entries. */
  rows: Record<string, readonly Record<string, FieldState>[]>;
  /** Takes the values inside the fields that expressions read, as evaluated and without secrets, by their path. */
  sources: Record<string, unknown>;
}

/**
 * Evaluates the fields inside a field, entry by entry; a field reads its own entry first, then those around it,
 * then the form. `isRead` tells whether an expression reads the field, or a field around it, as it is evaluated.
 */
export function evaluateInside(
  field: CompiledField,
  path: string,
  { state, isRead }: { state: FieldState; isRead: boolean },
  around: Surroundings,
  form: FormEvaluation,
): void {
  const { kind, columns, columnOrder } = field;
  if (kind.nests === undefined) return;
  const isGroup = kind.nests === 'group';
  const entries = isGroup ? (state.visible ? [state.value as TableRow] : []) : rowsOf(state.value);
  const isDisabled = isGroup && (state.disabled || state.isSet);
  const accessAround = state.editable || (isDisabled && state.visible) ? state.access : FieldAccess.readOnly;
  const byId = new Map(columns.map((column) => [column.id, column]));
  const readable = columns.filter((column) => !isSecret(column));
  const sources: Record<string, unknown>[] = [];
  form.rows[path] = entries.map((entry, index) => {
    const prefix = isGroup ? `${path}.` : rowPrefix(path, index);
    const earlier = state.editable
      ? around.earlier && earlierInside(field, around.earlier, entry, state.value)
      : undefined;
    const rowKeys = isGroup ? around.rowKeys : [...around.rowKeys, String(ownValue(entry, '_uid') ?? '')];
    const cells: Record<string, FieldState> = {};
    const concealed: Record<string, unknown> = {};
    const read = (id: string) => {
      if (Object.hasOwn(concealed, id)) return concealed[id];
      return Object.hasOwn(cells, id) ? comparedValue(byId.get(id), cells[id]?.value) : around.read(id);
    };
    const readSource = (id: string) => {
      const column = byId.get(id);
      return column ? sourceOf(column, prefix + id, read(id), form) : around.readSource(id);
    };
    const isDecidedHere = (id: string) => {
      const cell = cells[id];
      return cell ? isDecided(cell) : around.isDecidedHere(id);
    };
    const known: KnownResult = ({ key, reads }) =>
      reads.some(isDecidedHere) ? undefined : resultInRows(form.hiddenConditions, key, rowKeys);
    const inner = { read, readSource, isDecidedHere, earlier, rowKeys };
    const evaluateColumn = (column: CompiledField) => {
      const cell = cells[column.id];
      const isReadInside = (isRead || form.computer.reads(column)) && !Object.hasOwn(concealed, column.id);
      if (cell)
        evaluateInside(column, prefix + column.id, { state: cell, isRead: isReadInside }, inner, form);
    };
    for (const column of columnOrder) {
      const submitted = ownValue(entry, column.id);
      const access = innerAccess(form.access, column, accessAround);
      const stored = earlier ? ownValue(earlier.base, column.id) : submitted;
      const holds = form.createCheck(prefix + column.id, known);
      const computed =
        column.computed &&
        form.computer.valueAt(column, prefix + column.id, readSource, {
          isOpen: state.editable,
          isEditable: access === FieldAccess.editable,
          rowKeys,
        });
      const cell = resolveField(column, { read, access, submitted, stored, holds, isDisabled, computed });
      cells[column.id] = cell;
      if (access === FieldAccess.hidden && !cell.isHiddenByLinkage)
        concealed[column.id] =
          'hiddenValue' in cell ? cell.hiddenValue : comparedValue(column, readValue(column, stored));
      // The fields inside a field that an expression of this entry reads are evaluated before it.
      if (form.computer.reads(column)) evaluateColumn(column);
    }
    for (const column of columnOrder) if (!form.computer.reads(column)) evaluateColumn(column);
    if (isRead) sources.push(Object.fromEntries(readable.map(({ id }) => [id, readSource(id)])));
    return cells;
  });
  if (isRead) form.sources[path] = isGroup ? (sources[0] ?? {}) : sources;
}

/** Returns the value of the field at a path as expressions read it; `value` is the one that conditions read. */
export function sourceOf(
  field: CompiledField,
  path: string,
  value: unknown,
  { sources }: Pick<FormEvaluation, 'sources'>,
): unknown {
  if (Object.hasOwn(sources, path)) return sources[path];
  const source = withoutSecrets(field, value);
  if (field.columns.length > 0) sources[path] = source;
  return source;
}

/**
 * Returns the result of a condition inside these rows: of the innermost row for which it is known, or of the form.
 */
function resultInRows(
  results: HiddenConditions,
  key: string,
  rowKeys: readonly string[],
): boolean | undefined {
  for (let count = rowKeys.length; count >= 0; count -= 1) {
    const inRows = hiddenConditionKey(key, rowKeys.slice(0, count));
    if (Object.hasOwn(results, inRows)) return results[inRows];
  }
  return undefined;
}

/** Returns the key of a condition's result inside the rows with these keys. */
export function hiddenConditionKey(key: string, rowKeys: readonly string[]): string {
  return rowKeys.length === 0 ? key : `${key}@${rowKeys.join('/')}`;
}
