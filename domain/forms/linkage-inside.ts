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
import { isSecret } from './secret-values.ts';

/** Linkage of the fields inside fields (docs/decisions/0225). */

/** Results of conditions by their keys. */
export type HiddenConditions = Readonly<Record<string, boolean>>;

/** The form around the entries of a field. */
export interface Surroundings {
  /** Returns the value that conditions read. */
  read(id: string): unknown;
  /** Returns the value that expressions read: of a table its rows as evaluated, without secrets. */
  readSource(id: string): unknown;
  /** Checks whether linkage hides a field or computes its hidden value here, so that the server's result does not count. */
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
  /** Takes the rows of the tables that expressions read, without secrets, by the id of the table. */
  sourceRows: Record<string, readonly Record<string, unknown>[]>;
}

/**
 * Evaluates the fields inside a field, entry by entry; a field reads its own entry first, then those around it, then the
 * form.
 */
export function evaluateInside(
  field: CompiledField,
  path: string,
  state: FieldState,
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
  const secretIds = new Set(columns.filter(isSecret).map(({ id }) => id));
  const sourceRows: Record<string, unknown>[] = [];
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
      if (secretIds.has(id)) return null;
      if (Object.hasOwn(concealed, id)) return concealed[id];
      return Object.hasOwn(cells, id) ? cells[id]?.value : around.readSource(id);
    };
    const isDecidedHere = (id: string) => {
      const cell = cells[id];
      return cell ? isDecided(cell) : around.isDecidedHere(id);
    };
    const known: KnownResult = ({ key, reads }) =>
      reads.some(isDecidedHere) ? undefined : resultInRows(form.hiddenConditions, key, rowKeys);
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
          key: entry._uid,
        });
      const cell = resolveField(column, { read, access, submitted, stored, holds, isDisabled, computed });
      cells[column.id] = cell;
      if (access === FieldAccess.hidden && !cell.isHiddenByLinkage)
        concealed[column.id] =
          'hiddenValue' in cell ? cell.hiddenValue : comparedValue(column, readValue(column, stored));
    }
    sourceRows.push(Object.fromEntries(readable.map(({ id }) => [id, readSource(id)])));
    const inner = { read, readSource, isDecidedHere, earlier, rowKeys };
    for (const column of columnOrder) {
      const cell = cells[column.id];
      if (cell) evaluateInside(column, prefix + column.id, cell, inner, form);
    }
    return cells;
  });
  if (form.computer.reads(field)) form.sourceRows[path] = sourceRows;
}

/** Returns the result of a condition inside these rows: of the innermost row for which it is known, or of the form. */
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
