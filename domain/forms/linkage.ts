import { type AuthorityByField, applyAuthority, FieldAccess, fullAuthority } from './authority.ts';
import type { CompiledForm } from './compiled-form.ts';
import type { Computing } from './computed/computed.ts';
import { createComputer } from './computed/computer.ts';
import type { KnownResult } from './condition.ts';
import {
  comparedValue,
  createConditionCheck,
  type FieldState,
  isDecided,
  ownValue,
  readValue,
  resolveField,
} from './field-state.ts';
import { evaluateInside, type FormEvaluation, type HiddenConditions, sourceOf } from './linkage-inside.ts';
import type { FormValues } from './model.ts';
import { PatternCost, PatternCostExceededError } from './pattern-cost.ts';

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
  /** Computes values; without it computed fields keep their stored values. */
  computing?: Computing | undefined;
}

/**
 * Computes visible, required, disabled, options and value of every field in one pass. A field that linkage hides
 * (itself, or with its whole section) counts as empty in conditions, whatever value it has; one of authority 0
 * counts with its stored value. The browser has no such value, and gets the same result by the server's results of
 * these conditions.
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
    const { fields, cells, finish } = evaluateFields(form, values, {
      ...settings,
      work,
      hiddenSections,
      isLast,
    });
    const hidden = headings.filter(({ id }) => fields[id]?.isHiddenByLinkage).map(({ id }) => id);
    const isSettled = hidden.length === hiddenSections.size && hidden.every((id) => hiddenSections.has(id));
    if (isSettled || isLast) return finish();
    // The first evaluation is as large as the submission; each further one counts as work.
    if (!hasSpent(work, cells * workPerCell)) return finish(hidden);
    // A heading that depends on its own section never settles: in the last evaluation both are hidden.
    const kept = pass === maxSectionPasses - 1 ? hiddenSections : [];
    hiddenSections = new Set([...kept, ...hidden]);
  }
}

/** Evaluations of a form whose sections depend on each other. */
const maxSectionPasses = 6;

/** Work of one more evaluation of a field or cell, compared with a state of a pattern. */
const workPerCell = 5;

function hasSpent(work: PatternCost, states: number): boolean {
  try {
    work.spend(states);
    return true;
  } catch (error) {
    if (error instanceof PatternCostExceededError) return false;
    throw error;
  }
}

interface Evaluated {
  fields: FormState['fields'];
  /** Number of fields and cells that were evaluated. */
  cells: number;
  /** Evaluates the rows that no expression reads, and returns the state; these fields are undecided, too. */
  finish(undecided?: readonly string[]): FormState;
}

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
    computing,
  }: LinkageSettings & { work: PatternCost; hiddenSections: ReadonlySet<string>; isLast: boolean },
): Evaluated {
  const access = applyAuthority(form, authority);
  const fields: Record<string, FieldState> = {};
  const concealed: Record<string, unknown> = {};
  const undecided = new Set<string>();
  const onLimitExceeded = (path: string) => undecided.add(path);
  const computer = createComputer(form, access, { computing, work, onLimitExceeded });
  const isDecidedHere = (id: string) => fields[id] !== undefined && isDecided(fields[id]);
  const known: KnownResult = ({ key, reads }) =>
    Object.hasOwn(hiddenConditions, key) && !reads.some(isDecidedHere) ? hiddenConditions[key] : undefined;
  const inside: FormEvaluation = {
    access,
    hiddenConditions,
    createCheck: (path, knownHere) => createConditionCheck(work, knownHere, () => onLimitExceeded(path)),
    computer,
    rows: {},
    sources: {},
  };
  const read = (id: string) =>
    Object.hasOwn(concealed, id) ? concealed[id] : comparedValue(form.byId.get(id), fields[id]?.value);
  const around = {
    read,
    readSource: (id: string) => {
      const field = form.byId.get(id);
      return field && sourceOf(field, id, read(id), inside);
    },
    isDecidedHere,
    // Without other stored values each row is its own origin.
    earlier: stored === values && !pending ? undefined : { base: stored, typed: pending, stored },
    rowKeys: [],
  };
  let cells = form.fields.length;
  for (const field of form.evaluationOrder) {
    const storedValue = ownValue(stored, field.id);
    const state = resolveField(field, {
      read,
      access: access[field.id] ?? FieldAccess.readOnly,
      submitted: ownValue(values, field.id),
      stored: storedValue,
      holds: inside.createCheck(field.id, known),
      isSectionHidden: hiddenSections.has(field.sectionId ?? (isLast ? field.id : '')),
      computed: computer.valueAt(field, field.id, around.readSource),
    });
    fields[field.id] = state;
    if (access[field.id] === FieldAccess.hidden && !state.isHiddenByLinkage)
      concealed[field.id] =
        'hiddenValue' in state ? state.hiddenValue : comparedValue(field, readValue(field, storedValue));
    // The fields inside a field that an expression reads are evaluated before it.
    if (!computer.reads(field)) continue;
    const isConcealed = Object.hasOwn(concealed, field.id);
    evaluateInside(field, field.id, { state, isRead: !isConcealed }, around, inside);
    cells += field.columns.length * (inside.rows[field.id]?.length ?? 0);
  }
  const finish = (alsoUndecided: readonly string[] = []) => {
    for (const field of form.fields) {
      const state = fields[field.id];
      if (state && !computer.reads(field))
        evaluateInside(field, field.id, { state, isRead: false }, around, inside);
    }
    return { fields, rows: inside.rows, undecided: [...new Set([...undecided, ...alsoUndecided])] };
  };
  return { fields, cells, finish };
}
