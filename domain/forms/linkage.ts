import {
  type AuthorityByField,
  applyAuthority,
  FieldAccess,
  type FieldAuthority,
  type FormAccess,
  fullAuthority,
  innerAccess,
} from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { CompiledCondition, KnownResult } from './condition.ts';
import { type EarlierValues, earlierInside } from './earlier-values.ts';
import { type TableRow, table } from './kinds/table/table.ts';
import { type FormValues, type Option, optionsOf } from './model.ts';
import { rowPrefix } from './nested-values.ts';
import { PatternCost, PatternCostExceededError } from './pattern-cost.ts';

/** The state of a field after authority and linkage. */
export interface FieldState {
  /** The authority of the node over the field. */
  access: FieldAuthority;
  visible: boolean;
  /** True if linkage hides the field, whatever its authority. */
  isHiddenByLinkage: boolean;
  /** True if the field can be edited: visible, of authority 2, neither disabled nor set by linkage. */
  editable: boolean;
  required: boolean;
  disabled: boolean;
  /** True if linkage sets the value. */
  isSet: boolean;
  options: readonly Option[];
  /**
   * The effective value: empty if hidden or not readable, the linkage's if set, the stored one if the field cannot be
   * edited.
   */
  value: unknown;
}

export interface FormState {
  fields: Readonly<Record<string, FieldState>>;
  /**
   * States of the fields inside each field that has some, by its path: those of each row of a table or list
   * (`list[0].goods`), of an object a single group.
   */
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
  /** Values that were typed but not submitted: a row under one of their keys comes from them. */
  pending?: FormValues | undefined;
  /** Remaining work limit for the patterns of the whole submission. */
  work?: PatternCost;
  /** Results of conditions on fields of authority 0, whose values only the server has (see `hiddenConditions`). */
  hiddenConditions?: HiddenConditions | undefined;
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
    pending,
    work,
    hiddenConditions = {},
    hiddenSections,
    isLast,
  }: LinkageSettings & { work: PatternCost; hiddenSections: ReadonlySet<string>; isLast: boolean },
): FormState {
  const access = applyAuthority(form, authority);
  const fields: Record<string, FieldState> = {};
  /** Values that conditions read. */
  const read = (id: string) => (Object.hasOwn(concealed, id) ? concealed[id] : fields[id]?.value);
  const concealed: Record<string, unknown> = {};
  const isHidden = (id: string) => fields[id]?.isHiddenByLinkage === true;
  const known: KnownResult = ({ key, reads }) =>
    Object.hasOwn(hiddenConditions, key) && !reads.some(isHidden) ? hiddenConditions[key] : undefined;
  const undecided = new Set<string>();
  const createCheck = (path: string, knownHere = known) =>
    createConditionCheck(work, knownHere, () => undecided.add(path));
  for (const field of form.evaluationOrder) {
    const storedValue = ownValue(stored, field.id);
    const state = resolveField(field, {
      read,
      access: access[field.id] ?? FieldAccess.readOnly,
      submitted: ownValue(values, field.id),
      stored: storedValue,
      holds: createCheck(field.id),
      isSectionHidden: hiddenSections.has(field.sectionId ?? (isLast ? field.id : '')),
    });
    fields[field.id] = state;
    if (access[field.id] === FieldAccess.hidden && !state.isHiddenByLinkage)
      concealed[field.id] = readValue(field, storedValue);
  }
  const rows: Record<string, readonly Record<string, FieldState>[]> = {};
  // Without other stored values each row is its own origin.
  const earlier = stored === values && !pending ? undefined : { base: stored, typed: pending, stored };
  const inside = { access, hiddenConditions, createCheck, rows };
  for (const field of form.fields) {
    const state = fields[field.id];
    if (state) evaluateInside(field, field.id, state, { read, isHidden, earlier, rowKeys: [] }, inside);
  }
  return { fields, rows, undecided: [...undecided] };
}

/** The form around the entries of a field. */
interface Surroundings {
  read(id: string): unknown;
  /** Checks whether linkage hides a field. */
  isHidden(id: string): boolean;
  earlier: EarlierValues | undefined;
  /** The keys of the rows around. */
  rowKeys: readonly string[];
}

interface FormEvaluation {
  access: FormAccess;
  hiddenConditions: HiddenConditions;
  createCheck(path: string, known: KnownResult): ConditionCheck;
  /** Takes the states of all entries. */
  rows: Record<string, readonly Record<string, FieldState>[]>;
}

/**
 * Evaluates the fields inside a field, entry by entry; a field reads its own entry first, then those around it, then the
 * form.
 */
function evaluateInside(
  field: CompiledField,
  path: string,
  state: FieldState,
  around: Surroundings,
  form: FormEvaluation,
): void {
  const { kind, columnOrder } = field;
  if (kind.nests === undefined) return;
  const isGroup = kind.nests === 'group';
  const entries = isGroup ? (state.visible ? [state.value as TableRow] : []) : rowsOf(state.value);
  const isDisabled = isGroup && (state.disabled || state.isSet);
  const accessAround = state.editable || (isDisabled && state.visible) ? state.access : FieldAccess.readOnly;
  form.rows[path] = entries.map((entry, index) => {
    const prefix = isGroup ? `${path}.` : rowPrefix(path, index);
    const earlier = state.editable
      ? around.earlier && earlierInside(field, around.earlier, entry)
      : undefined;
    const rowKeys = isGroup ? around.rowKeys : [...around.rowKeys, String(ownValue(entry, '_uid') ?? '')];
    const cells: Record<string, FieldState> = {};
    const concealed: Record<string, unknown> = {};
    const read = (id: string) => {
      if (Object.hasOwn(concealed, id)) return concealed[id];
      return Object.hasOwn(cells, id) ? cells[id]?.value : around.read(id);
    };
    const isHidden = (id: string) => cells[id]?.isHiddenByLinkage ?? around.isHidden(id);
    const known: KnownResult = ({ key, reads }) =>
      reads.some(isHidden) ? undefined : resultInRows(form.hiddenConditions, key, rowKeys);
    for (const column of columnOrder) {
      const submitted = ownValue(entry, column.id);
      const access = innerAccess(form.access, column, accessAround);
      const stored = earlier ? ownValue(earlier.base, column.id) : submitted;
      const holds = form.createCheck(prefix + column.id, known);
      const cell = resolveField(column, { read, access, submitted, stored, holds, isDisabled });
      cells[column.id] = cell;
      if (access === FieldAccess.hidden && !cell.isHiddenByLinkage)
        concealed[column.id] = readValue(column, stored);
    }
    for (const column of columnOrder) {
      const cell = cells[column.id];
      if (cell) evaluateInside(column, prefix + column.id, cell, { read, isHidden, earlier, rowKeys }, form);
    }
    return cells;
  });
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

interface FieldInput {
  read(id: string): unknown;
  access: FieldAuthority;
  submitted: unknown;
  stored: unknown;
  holds: ConditionCheck;
  /** True if linkage hides the heading above the field. */
  isSectionHidden?: boolean;
  /** True if linkage disables the group around the field. */
  isDisabled?: boolean;
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
  { read, access, submitted, stored, holds, isSectionHidden = false, isDisabled = false }: FieldInput,
): FieldState {
  let isShown = !field.hiddenUntilShown;
  let isHidden = isSectionHidden;
  let required = field.required;
  let disabled = isDisabled;
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
  const isSet = setEffect !== undefined && access === FieldAccess.editable;
  const editable = visible && access === FieldAccess.editable && !disabled && !isSet;
  const { kind } = field;
  const storedValue = readValue(field, stored);
  const value = !visible
    ? kind.empty
    : setEffect && isSet
      ? (kind.normalise(setEffect.setValue) ?? kind.empty)
      : editable && submitted !== undefined
        ? readValue(field, submitted)
        : storedValue;
  return {
    access,
    visible,
    isHiddenByLinkage,
    editable,
    required: required && visible,
    disabled,
    isSet,
    options,
    value,
  };
}

/** Returns a value as its kind reads it; the empty value if it cannot. */
export function readValue({ kind }: CompiledField, value: unknown): unknown {
  return kind.normalise(value ?? null) ?? kind.empty;
}

export function rowsOf(value: unknown): readonly TableRow[] {
  return table.normalise(value) ?? [];
}

/** Returns the value of an own key of the object; inherited ones such as `constructor` are ignored. */
export function ownValue(values: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
