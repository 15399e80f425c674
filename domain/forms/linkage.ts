import { type AuthorityByField, applyAuthority, FieldAccess, fullAuthority } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { Computing } from './computed/computed.ts';
import { type ComputedValue, createComputer } from './computed/computer.ts';
import type { CompiledCondition, KnownResult } from './condition.ts';
import { type TableRow, table } from './kinds/table/table.ts';
import { type FormValues, type Option, optionsOf } from './model.ts';
import { PatternCost, PatternCostExceededError } from './pattern-cost.ts';

/** The state of a field after authority and linkage. */
export interface FieldState {
  visible: boolean;
  /** True if linkage hides the field, whatever its authority. */
  isHiddenByLinkage: boolean;
  /** True if the field can be edited: visible, of authority 2, neither disabled nor set by linkage. */
  editable: boolean;
  required: boolean;
  disabled: boolean;
  /** True if linkage or an expression sets the value. */
  isSet: boolean;
  /** True if the value was computed now: nobody types it, but it is checked like a typed one. */
  isComputed?: boolean;
  /** True if the value was computed now, and counts until a person types another. */
  isSuggested?: boolean;
  /** The computed value of a field that this person does not see. */
  hiddenValue?: unknown;
  options: readonly Option[];
  /**
   * The effective value: empty if hidden or not readable, the linkage's if set, the stored one if the field cannot be
   * edited.
   */
  value: unknown;
}

export interface FormState {
  fields: Readonly<Record<string, FieldState>>;
  /** Columns of each row of each table. */
  rows: Readonly<Record<string, readonly Readonly<Record<string, FieldState>>[]>>;
  /**
   * Paths of fields whose linkage exceeded the work limit: it is treated as not holding, and the form must
   * not be submitted so.
   */
  undecided: readonly string[];
}

export interface LinkageSettings {
  authority?: AuthorityByField;
  /** Values stored before this edit; used for fields that the edit leaves out or may not change. */
  stored?: FormValues;
  /**
   * Returns the stored row that a row of a table comes from; by default the row at the index that its key names in
   * `stored`, or the row itself if nothing else is stored.
   */
  storedRowOf?: (table: CompiledField, row: TableRow) => TableRow | undefined;
  /** Remaining work limit for the patterns of the whole submission. */
  work?: PatternCost;
  /** Results of conditions on fields of authority 0, whose values only the server has (see `hiddenConditions`). */
  hiddenConditions?: HiddenConditions | undefined;
  /** Computes values; without it computed fields keep their stored values. */
  computing?: Computing | undefined;
}

/** Results of conditions by their keys. */
export type HiddenConditions = Readonly<Record<string, boolean>>;

/**
 * Computes visible, required, disabled, options and value of every field in one pass. A field that linkage hides
 * (itself, or with its whole section) counts as empty in conditions, whatever value it has; one of authority 0 counts with its stored value. The browser
 * has no such value, and gets the same result by the server's results of these conditions.
 */
export function evaluateLinkage(
  form: CompiledForm,
  values: FormValues,
  settings: LinkageSettings = {},
): FormState {
  const work = settings.work ?? new PatternCost();
  const headings = form.fields.filter(
    ({ kindName, linkage }) => kindName === 'heading' && linkage.length > 0,
  );
  let hiddenSections: ReadonlySet<string> = new Set();
  // Hiding a section may change what another heading reads; then the form is evaluated once more.
  for (let pass = 1; ; pass += 1) {
    const isLast = pass === maxSectionPasses;
    const state = evaluateFields(form, values, { ...settings, work, hiddenSections, isLast });
    const hidden = headings.filter(({ id }) => state.fields[id]?.isHiddenByLinkage).map(({ id }) => id);
    const isSettled = hidden.length === hiddenSections.size && hidden.every((id) => hiddenSections.has(id));
    if (isSettled || isLast) return state;
    // A heading that depends on its own section never settles: in the last evaluation both are hidden.
    const kept = pass === maxSectionPasses - 1 ? hiddenSections : [];
    hiddenSections = new Set([...kept, ...hidden]);
  }
}

/** Evaluations of a form whose sections depend on each other. */
const maxSectionPasses = 6;

function evaluateFields(
  form: CompiledForm,
  values: FormValues,
  {
    authority = fullAuthority,
    stored = values,
    storedRowOf,
    work,
    hiddenConditions = {},
    hiddenSections,
    isLast,
    computing,
  }: LinkageSettings & { work: PatternCost; hiddenSections: ReadonlySet<string>; isLast: boolean },
): FormState {
  const access = applyAuthority(form, authority);
  const fields: Record<string, FieldState> = {};
  /** Values that conditions read. */
  const read = (id: string) =>
    Object.hasOwn(concealed, id) ? concealed[id] : comparedValue(form.byId.get(id), fields[id]?.value);
  const concealed: Record<string, unknown> = {};
  const rows: Record<string, readonly Record<string, FieldState>[]> = {};
  /** Values that expressions read: the rows of a table with their cells as evaluated, without secrets. */
  const readSource = (id: string) =>
    Object.hasOwn(concealed, id) || rows[id] === undefined
      ? read(id)
      : rows[id].map((cells) => readableCells(form.byId.get(id), cells));
  const isDecidedHere = ({ isHiddenByLinkage, ...state }: FieldState) =>
    isHiddenByLinkage || 'hiddenValue' in state;
  const known: KnownResult = ({ key, reads }) =>
    Object.hasOwn(hiddenConditions, key) && !reads.some((id) => fields[id] && isDecidedHere(fields[id]))
      ? hiddenConditions[key]
      : undefined;
  const undecided = new Set<string>();
  const computer = createComputer(form, access, {
    computing,
    work,
    onLimitExceeded: (path) => undecided.add(path),
  });
  const createCheck = (path: string) => createConditionCheck(work, known, () => undecided.add(path));
  for (const field of form.evaluationOrder) {
    const storedValue = ownValue(stored, field.id);
    const state = resolveField(field, {
      read,
      access: access[field.id] ?? FieldAccess.readOnly,
      submitted: ownValue(values, field.id),
      stored: storedValue,
      holds: createCheck(field.id),
      isSectionHidden: hiddenSections.has(field.sectionId ?? (isLast ? field.id : '')),
      computed: computer.valueAt(field, field.id, readSource),
    });
    fields[field.id] = state;
    if (access[field.id] === FieldAccess.hidden && !state.isHiddenByLinkage)
      concealed[field.id] =
        'hiddenValue' in state ? state.hiddenValue : comparedValue(field, readValue(field, storedValue));
    if (field.kindName === 'table' && computer.reads(field)) evaluateTable(field, state);
  }
  for (const field of form.fields) {
    const state = fields[field.id];
    if (field.kindName === 'table' && state && !Object.hasOwn(rows, field.id)) evaluateTable(field, state);
  }
  return { fields, rows, undecided: [...undecided] };

  function evaluateTable(field: CompiledField, state: FieldState): void {
    const storedRows = table.normalise(ownValue(stored, field.id) ?? null) ?? [];
    const originOf = (row: TableRow) => {
      if (storedRowOf) return storedRowOf(field, row);
      return stored === values ? row : findStoredRow(row, storedRows);
    };
    rows[field.id] = rowsOf(state.value).map((row, index) =>
      evaluateRow(field, row, {
        storedRow: originOf(row),
        editable: state.editable,
        readForm: read,
        createCheck: (columnId) => createCheck(`${field.id}[${index}].${columnId}`),
        computedAt: (column, readCell) =>
          computer.valueAt(
            column,
            `${field.id}[${index}].${column.id}`,
            (id) => (Object.hasOwn(readCell, id) ? readCell[id]?.value : readSource(id)),
            { isOpen: state.editable, key: row._uid },
          ),
      }),
    );
  }
}

/** Evaluates the columns of one row; a column reads its own row first, then the form. */
function evaluateRow(
  tableField: CompiledField,
  row: TableRow,
  { storedRow, editable, readForm, createCheck, computedAt }: RowInput,
): Record<string, FieldState> {
  const cells: Record<string, FieldState> = {};
  const read = (id: string) => {
    if (!Object.hasOwn(cells, id)) return readForm(id);
    const column = tableField.columns.find((each) => each.id === id);
    return comparedValue(column, cells[id]?.value);
  };
  for (const column of tableField.columnOrder) {
    const submitted = ownValue(row, column.id);
    cells[column.id] = resolveField(column, {
      read,
      access: editable ? FieldAccess.editable : FieldAccess.readOnly,
      submitted,
      stored: editable && storedRow !== row ? ownValue(storedRow ?? {}, column.id) : submitted,
      holds: createCheck(column.id),
      computed: column.computed && computedAt(column, cells),
    });
  }
  return cells;
}

interface RowInput {
  storedRow: TableRow | undefined;
  editable: boolean;
  readForm(id: string): unknown;
  createCheck(columnId: string): ConditionCheck;
  /** Returns the computed value of a cell after the cells that it reads. */
  computedAt(column: CompiledField, cells: Readonly<Record<string, FieldState>>): ComputedValue | undefined;
}

/** Returns the values of a row that expressions may read. */
function readableCells(
  tableField: CompiledField | undefined,
  cells: Readonly<Record<string, FieldState>>,
): Record<string, unknown> {
  const readable = tableField?.columns.filter(({ maskRule }) => !maskRule) ?? [];
  return Object.fromEntries(readable.map(({ id }) => [id, cells[id]?.value]));
}

interface FieldInput {
  read(id: string): unknown;
  access: number;
  submitted: unknown;
  stored: unknown;
  holds: ConditionCheck;
  /** True if linkage hides the heading above the field. */
  isSectionHidden?: boolean;
  /** The computed value, if the field is computed here. */
  computed?: ComputedValue | undefined;
}

type ConditionCheck = (when: CompiledCondition, read: (id: string) => unknown) => boolean;

/**
 * Returns a function that evaluates conditions within the remaining work limit. A condition that needs more
 * does not hold and is reported by `onLimitExceeded`; when the limit is used up, conditions are reported without
 * being evaluated.
 */
function createConditionCheck(
  work: PatternCost,
  known: KnownResult,
  onLimitExceeded: () => void,
): ConditionCheck {
  return (when, read) => {
    if (work.isSpent) {
      onLimitExceeded();
      return false;
    }
    try {
      return when.holds(read, work, known);
    } catch (error) {
      if (!(error instanceof PatternCostExceededError)) throw error;
      onLimitExceeded();
      return false;
    }
  };
}

function resolveField(
  field: CompiledField,
  { read, access, submitted, stored, holds, isSectionHidden = false, computed }: FieldInput,
): FieldState {
  let isShown = !field.hiddenUntilShown;
  let isHidden = isSectionHidden;
  let required = field.required;
  let disabled = false;
  let options = field.options;
  let setEffect: { setValue: unknown } | undefined;
  for (const { when, effects } of field.linkage) {
    if (!holds(when, read)) continue;
    for (const effect of effects) {
      if (effect === 'show') isShown = true;
      else if (effect === 'hide') isHidden = true;
      else if (effect === 'require') required = true;
      else if (effect === 'disable') disabled = true;
      else if ('setValue' in effect) setEffect = effect;
      else options = optionsOf(effect) ?? options;
    }
  }
  const isHiddenByLinkage = !isShown || isHidden;
  const visible = !isHiddenByLinkage && access !== FieldAccess.hidden;
  const known = computed === 'unknown' ? undefined : computed;
  const isComputed = known?.rule === 'set';
  if (isComputed || computed === 'unknown') setEffect = undefined;
  const isSet =
    (setEffect !== undefined && access === FieldAccess.editable) || isComputed || computed === 'unknown';
  const editable = visible && access === FieldAccess.editable && !disabled && !isSet;
  const { kind } = field;
  const storedValue = readValue(field, stored);
  const value = !visible
    ? kind.empty
    : known && (isComputed || editable)
      ? known.value
      : setEffect && isSet
        ? (kind.normalise(setEffect.setValue) ?? kind.empty)
        : editable && submitted !== undefined
          ? readValue(field, submitted)
          : storedValue;
  return {
    visible,
    isHiddenByLinkage,
    editable,
    required: required && visible,
    disabled,
    isSet,
    options,
    value,
    ...(isComputed && (visible ? { isComputed } : { hiddenValue: known.value })),
    ...(known && !isComputed && editable && { isSuggested: true }),
  };
}

/** Returns a value as its kind reads it; the empty value if it cannot. */
export function readValue({ kind }: CompiledField, value: unknown): unknown {
  return kind.normalise(value ?? null) ?? kind.empty;
}

/** Returns the value of a field that conditions compare. */
export function comparedValue(field: CompiledField | undefined, value: unknown): unknown {
  return field?.kind.compared && value !== undefined ? field.kind.compared(value, field.props) : value;
}

export function rowsOf(value: unknown): readonly TableRow[] {
  return table.normalise(value) ?? [];
}

/**
 * Returns the stored row that a row of the client comes from; `_uid` is its index in the stored table (see
 * `maskForm`).
 */
export function findStoredRow(row: TableRow, storedRows: readonly TableRow[]): TableRow | undefined {
  const uid = ownValue(row, '_uid');
  return typeof uid === 'string' && /^\d{1,4}$/.test(uid) ? storedRows[Number(uid)] : undefined;
}

/** Returns the value of an own key of the object; inherited ones such as `constructor` are ignored. */
export function ownValue(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
