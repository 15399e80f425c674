import type { Problem } from '../refusals/refusals.ts';
import { type AuthorityByField, applyAuthority, FieldAccess } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { Computing } from './computed/computed.ts';
import {
  changedFieldMessage,
  type SubmissionBasis,
  seenChanges,
  withoutStaleFields,
} from './concurrent-edits.ts';
import { isTodayByDefault } from './kinds/date/date.ts';
import { problemOfRows, rowMarkers, type TableRow } from './kinds/table/table.ts';
import { evaluateLinkage, type FieldState, findStoredRow, ownValue, rowsOf } from './linkage.ts';
import type { FormValues } from './model.ts';
import { isSame } from './same-value.ts';
import { isMask, isSecret, isUnresolvedMask, unmask } from './secret-values.ts';
import { unreadableText, type ValidationSettings, validateForm } from './validate.ts';

export interface MergedForm {
  values: Record<string, unknown>;
  /** Fields whose value changed, for the history of the form. */
  changed: readonly string[];
  /** Fields that were sent in a wrong shape; they keep their stored value. */
  problems: readonly Problem[];
  /** Their sent values, for the check of the whole form. */
  refused: Readonly<Record<string, unknown>>;
  /**
   * Fields that another action changed after the page was opened, and that this submission would change
   * again; they keep their stored value.
   */
  concurrentEdits: readonly Problem[];
  /** The keys (`_uid`) of the rows of each changed table, for values that are stored as typed. */
  rowKeys: Readonly<Record<string, readonly string[]>>;
}

/** Data about the page that a submission comes from, in addition to the stored content. */
export interface SubmissionOrigin {
  /** Pending values, which are shown instead of the stored ones; their rows have keys. */
  pending?: FormValues | undefined;
  /** The content that the page displayed; undefined if no other person can have changed it. */
  basis?: SubmissionBasis | undefined;
  /** True if the submission is stored separately from the form, so that it overwrites nothing. */
  isStoredSeparately?: boolean | undefined;
  /** Computes the values of computed fields, whatever was sent for them; without it they keep their stored values. */
  computing?: Computing | undefined;
}

/**
 * Merges a submission into the stored values. Only fields that this person may edit are accepted (authority 2
 * and `allowEdit`, visible, not disabled); everything else is unchanged, so that fields that a client did not
 * see are not lost. The value of a field that this person may edit and that linkage hides is removed, unless the
 * submission is stored separately (docs/decisions/0215). A field that another action has changed since the page was opened is not overwritten
 * (docs/decisions/0201). A mask that returns unchanged stands for its value, which is that of `pending` if a
 * pending value was shown instead of the stored one. Row markers are removed (S1 §5).
 */
export function mergeSubmission(
  form: CompiledForm,
  stored: FormValues,
  submitted: FormValues,
  authority: AuthorityByField,
  { pending = {}, basis, isStoredSeparately = false, computing }: SubmissionOrigin = {},
): MergedForm {
  const earlier = { stored, pending, earlierRowsOf: createEarlierRowLookup(stored, pending) };
  const seen = basis && seenChanges(form, stored, authority, basis);
  const currentValues =
    basis && seen ? withoutStaleFields(form, submitted, { basis, seen, pending }) : submitted;
  const originOf = (table: CompiledField, row: TableRow) => earlier.earlierRowsOf(table, row)[0];
  const tooLong = tooLongTables(form, currentValues);
  const unmasked = withoutMasks(form, earlier, withoutFields(currentValues, tooLong));
  const settings = { authority, stored, storedRowOf: originOf, computing };
  const { fields, rows } = evaluateLinkage(form, unmasked, settings);
  const access = applyAuthority(form, authority);
  const keepsHidden = isStoredSeparately;
  const values: Record<string, unknown> = { ...stored };
  const changed: string[] = [];
  const problems: Problem[] = [];
  const refused: Record<string, unknown> = {};
  const concurrentEdits: Problem[] = [];
  const rowKeys: Record<string, readonly string[]> = {};
  for (const field of form.fields) {
    const { id, kind } = field;
    const state = fields[id];
    if (!state || !kind.holdsValue) continue;
    const before = ownValue(stored, id);
    const unseen = isStoredSeparately ? undefined : seen?.unseen(id);
    if (state.isHiddenByLinkage) {
      // A value that another person entered meanwhile is kept; it counts as empty while it is hidden.
      const isDropped = !keepsHidden && !unseen && (access[id] === FieldAccess.editable || isComputed(state));
      if (!isDropped || kind.isEmpty(kind.normalise(before ?? null) ?? kind.empty)) continue;
      delete values[id];
      changed.push(id);
      continue;
    }
    if (!isEditable(state)) continue;
    const sentValue = ownValue(unmasked, id);
    const rowLimitMessage = state.editable ? tooLong.get(id) : undefined;
    if (rowLimitMessage !== undefined) problems.push({ field: id, message: rowLimitMessage });
    if (state.editable && sentValue !== undefined && kind.normalise(sentValue) === undefined) {
      problems.push({ field: id, message: unreadableText(field, sentValue) });
      refused[id] = sentValue;
      continue;
    }
    const isUnsent = state.editable && sentValue === undefined;
    if (isUnsent && (field.kindName !== 'table' || keepsHidden || unseen)) continue;
    const value =
      field.kindName === 'table'
        ? rowsOf(state.value).map((row, index) => {
            const origin = isUnsent ? row : originOf(field, row);
            return mergeRow(field, origin, rows[id]?.[index] ?? {}, { isUnsent, keepsHidden });
          })
        : valueToStore(field, state, sentValue, before);
    const wrongCells = state.editable ? problemsOfCells(field, sentValue, rows[id]) : [];
    if (wrongCells.length > 0) {
      problems.push(...wrongCells);
      refused[id] = withWrongCells(field, rowsOf(value), rowsOf(sentValue), wrongCells);
      continue;
    }
    if (isUnchanged(field, value, before)) continue;
    // A computed value overwrites nothing that a person entered.
    if (unseen && !isComputed(state)) {
      const message = changedFieldMessage(field, before ?? kind.empty, unseen);
      concurrentEdits.push({ field: id, message });
      continue;
    }
    const masks = state.editable ? problemsOfMasks(field, sentValue, earlier, rows[id]) : [];
    if (masks.length > 0) {
      problems.push(...masks);
      continue;
    }
    values[id] = value;
    changed.push(id);
    if (field.kindName === 'table') rowKeys[id] = keysOf(rowsOf(state.value));
  }
  return { values, changed, problems, refused, concurrentEdits, rowKeys };
}

/**
 * Returns the value of a field as it is stored. A date whose default is the current day is stored as null when a
 * person has emptied it, so that the day is not offered again; its empty text means that nobody has filled it in.
 */
function valueToStore(field: CompiledField, state: FieldState, sentValue: unknown, before: unknown): unknown {
  const value = 'hiddenValue' in state ? state.hiddenValue : state.value;
  const isEmptied = state.editable && isTodayByDefault(field) && field.kind.isEmpty(value);
  return isEmptied && (sentValue === null || before === null) ? null : value;
}

/**
 * Checks whether storing a value changes nothing. An emptied default is stored, because a missing value would be
 * offered again; a number that is stored in another notation stays as it is.
 */
function isUnchanged(
  { kind, defaultValue, interfaces }: CompiledField,
  value: unknown,
  before: unknown,
): boolean {
  const hasDefault = defaultValue !== undefined || interfaces?.default !== undefined;
  if (before === undefined) return !hasDefault && isSame(value, kind.empty);
  return isSame(value, before) || isSame(value, kind.normalise(before));
}

/** Returns the problems of a merged form: of the merge, and of the values that it would have. */
export function problemsOfMerged(
  form: CompiledForm,
  { values, problems, refused }: MergedForm,
  authority: AuthorityByField,
  settings: ValidationSettings,
): Problem[] {
  const found = validateForm(form, { ...values, ...refused }, authority, settings);
  const isFound = (problem: Problem) => found.some((each) => isSame(each, problem));
  return [...problems.filter((problem) => !isFound(problem)), ...found];
}

interface EarlierValues {
  stored: FormValues;
  pending: FormValues;
  /**
   * Returns the origins of a row of the client: the row that was typed under its key, the stored row at its
   * index.
   */
  earlierRowsOf(table: CompiledField, row: TableRow): TableRow[];
}

/** Returns a lookup of the earlier rows; the rows of each table are indexed once. */
function createEarlierRowLookup(stored: FormValues, pending: FormValues): EarlierValues['earlierRowsOf'] {
  const tables = new Map<
    string,
    { typedRows: ReadonlyMap<unknown, TableRow>; storedRows: readonly TableRow[] }
  >();
  const rowsAt = (id: string) => {
    const cached = tables.get(id);
    if (cached !== undefined) return cached;
    // If two rows have the same key, the first one counts.
    const typedRows = new Map(
      rowsOf(ownValue(pending, id))
        .toReversed()
        .map((row) => [ownValue(row, '_uid'), row]),
    );
    const entry = { typedRows, storedRows: rowsOf(ownValue(stored, id)) };
    tables.set(id, entry);
    return entry;
  };
  return ({ id }, row) => {
    const key = keyOf(row);
    const { typedRows, storedRows } = rowsAt(id);
    const candidates = [key === undefined ? undefined : typedRows.get(key), findStoredRow(row, storedRows)];
    return candidates.filter((each) => each !== undefined);
  };
}

/** Returns the tables with more rows than allowed, each with its message. */
function tooLongTables({ fields }: CompiledForm, submitted: FormValues): ReadonlyMap<string, string> {
  const problemById = new Map<string, string>();
  for (const { id, kindName, props } of fields) {
    const problem = kindName === 'table' ? problemOfRows(ownValue(submitted, id), props) : undefined;
    if (problem !== undefined) problemById.set(id, problem);
  }
  return problemById;
}

function withoutFields(submitted: FormValues, excluded: ReadonlyMap<string, unknown>): FormValues {
  if (excluded.size === 0) return submitted;
  return Object.fromEntries(Object.entries(submitted).filter(([id]) => !excluded.has(id)));
}

/** Returns the key of a row: its index in the stored table, or the key that the client gave a new row. */
function keyOf(row: TableRow): string | undefined {
  const uid = ownValue(row, '_uid');
  return typeof uid === 'string' && /^(\d{1,4}|n\d{1,6})$/.test(uid) ? uid : undefined;
}

/** Returns a unique key for each row. */
function keysOf(rows: readonly TableRow[]): string[] {
  const sentValue = rows.map(keyOf);
  let last = Math.max(0, ...sentValue.map((key) => (key?.startsWith('n') ? Number(key.slice(1)) : 0)));
  const usedKeys = new Set<string>();
  return sentValue.map((key) => {
    if (key !== undefined && !usedKeys.has(key)) {
      usedKeys.add(key);
      return key;
    }
    last += 1;
    return `n${last}`;
  });
}

const isComputed = (state: FieldState) => state.isComputed === true || 'hiddenValue' in state;

function isEditable(state: FieldState): boolean {
  return isComputed(state) || (state.visible && (state.editable || state.isSet));
}

function mergeRow(
  field: CompiledField,
  origin: TableRow | undefined,
  cells: Readonly<Record<string, FieldState>>,
  { isUnsent, keepsHidden }: { isUnsent: boolean; keepsHidden: boolean },
): TableRow {
  const merged: Record<string, unknown> = { ...origin };
  for (const marker of rowMarkers) delete merged[marker];
  for (const { id, kind } of field.columns) {
    const cell = cells[id];
    if (!cell) continue;
    const before = ownValue(merged, id);
    const isTaken = cell.isHiddenByLinkage
      ? !keepsHidden
      : cell.isComputed || (!isUnsent && isEditable(cell));
    if (before !== undefined && (!isTaken || isSame(cell.value, kind.normalise(before)))) continue;
    if (before !== undefined || !isUnsent || cell.isComputed) merged[id] = cell.value;
  }
  return merged;
}

/** Replaces returned masks by their values, and removes the key of a second row with the same key. */
function withoutMasks(form: CompiledForm, earlier: EarlierValues, submitted: FormValues): FormValues {
  const result: Record<string, unknown> = { ...submitted };
  for (const field of form.fields) {
    const sentValue = ownValue(submitted, field.id);
    if (isSecret(field))
      result[field.id] = unmask(field, sentValue, [
        ownValue(earlier.pending, field.id),
        ownValue(earlier.stored, field.id),
      ]);
    if (
      field.kindName !== 'table' ||
      !Array.isArray(sentValue) ||
      field.kind.normalise(sentValue) === undefined
    )
      continue;
    const claimed = new Set<string>();
    result[field.id] = rowsOf(sentValue).map((row) => {
      const origins = earlier.earlierRowsOf(field, row);
      const copy: Record<string, unknown> = { ...row };
      const key = keyOf(row);
      if (key === undefined || origins.length === 0) return copy;
      if (claimed.has(key)) delete copy._uid;
      claimed.add(key);
      for (const column of field.columns) {
        if (!isSecret(column)) continue;
        const values = origins.map((origin) => ownValue(origin, column.id));
        copy[column.id] = unmask(column, ownValue(row, column.id), values);
      }
      return copy;
    });
  }
  return result;
}

/** Returns a problem for each cell that was sent in a wrong shape. */
function problemsOfCells(
  { id, columns }: CompiledField,
  sentValue: unknown,
  rows: readonly Readonly<Record<string, FieldState>>[] = [],
): Problem[] {
  if (columns.length === 0) return [];
  return rowsOf(sentValue ?? null).flatMap((row, index) =>
    columns.flatMap((column) => {
      const sent = ownValue(row, column.id);
      const isWrong =
        rows[index]?.[column.id]?.editable && sent !== undefined && column.kind.normalise(sent) === undefined;
      return isWrong
        ? [{ field: `${id}[${index}].${column.id}`, message: unreadableText(column, sent) }]
        : [];
    }),
  );
}

/** Returns the merged rows with the sent cells that have a problem. */
function withWrongCells(
  { id, columns }: CompiledField,
  rows: readonly TableRow[],
  sentRows: readonly TableRow[],
  problems: readonly Problem[],
): TableRow[] {
  const wrongPaths = new Set(problems.map(({ field }) => field));
  return rows.map((row, index) => {
    const wrong = columns.filter((column) => wrongPaths.has(`${id}[${index}].${column.id}`));
    return {
      ...row,
      ...Object.fromEntries(wrong.map((column) => [column.id, sentRows[index]?.[column.id]])),
    };
  });
}

/**
 * Returns a problem for each mask without a value: its row came back without a key, or the value has changed.
 * A mask is never stored, so the value must be typed again.
 */
function problemsOfMasks(
  field: CompiledField,
  sentValue: unknown,
  earlier: EarlierValues,
  rows: readonly Readonly<Record<string, FieldState>>[] = [],
): Problem[] {
  const toProblem = (path: string, { title }: CompiledField): Problem => ({
    field: path,
    message: `${title}仍为脱敏内容，请重新填写`,
  });
  if (field.kindName !== 'table') {
    const earlierValues = [ownValue(earlier.pending, field.id), ownValue(earlier.stored, field.id)];
    return isUnresolvedMask(field, sentValue, earlierValues) ? [toProblem(field.id, field)] : [];
  }
  const secrets = field.columns.filter(isSecret);
  if (secrets.length === 0) return [];
  return rowsOf(sentValue).flatMap((row, index) => {
    const origins = earlier.earlierRowsOf(field, row);
    return secrets
      .filter((column) => {
        const originValues = origins.map((origin) => ownValue(origin, column.id));
        return (
          rows[index]?.[column.id]?.editable &&
          isUnresolvedMask(column, ownValue(row, column.id), originValues)
        );
      })
      .map((column) => toProblem(`${field.id}[${index}].${column.id}`, column));
  });
}

/** Checks whether a submission may contain masks, or rows of earlier typed values. */
export function mayContainMasks({ fields }: CompiledForm, submitted: FormValues): boolean {
  return fields.some((field) => {
    const sentValue = ownValue(submitted, field.id);
    if (isSecret(field))
      return typeof sentValue === 'string' ? sentValue.includes('*') : isMask(field, sentValue);
    return field.kindName === 'table' && rowsOf(sentValue).some((row) => keyOf(row) !== undefined);
  });
}
