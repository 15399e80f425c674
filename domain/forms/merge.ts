import type { Problem } from '../refusals/refusals.ts';
import { type AuthorityByField, applyAuthority, FieldAccess } from './authority.ts';
import { type CompiledField, type CompiledForm, hasDefault } from './compiled-form.ts';
import type { Computing } from './computed/computed.ts';
import {
  changedFieldMessage,
  type SubmissionBasis,
  seenChanges,
  withoutStaleFields,
} from './concurrent-edits.ts';
import type { EarlierValues } from './earlier-values.ts';
import { type FieldState, isComputed, ownValue } from './field-state.ts';
import { isTodayByDefault } from './kinds/date/date.ts';
import { problemOfRows } from './kinds/table/table.ts';
import { formLimits } from './limits.ts';
import { evaluateLinkage } from './linkage.ts';
import { type InnerMerge, isEditable, mergeInside, problemsInside, withWrongValues } from './merge-inside.ts';
import type { FormValues } from './model.ts';
import { entriesOf } from './nested-values.ts';
import { problemsOfMasks, withoutMasks } from './returned-masks.ts';
import { isSame } from './same-value.ts';
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
  /**
   * The keys (`_uid`) of the rows in changed fields, by the path of their table, for values that are stored as
   * typed.
   */
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
 * submission is stored separately (docs/decisions/0215). A field that another action has changed since the page was
 * opened is not overwritten (docs/decisions/0201). A mask that returns unchanged stands for its value, which is
 * that of `pending` if a pending value was shown instead of the stored one. Row markers are removed (S1 §5).
 */
export function mergeSubmission(
  form: CompiledForm,
  stored: FormValues,
  submitted: FormValues,
  authority: AuthorityByField,
  { pending = {}, basis, isStoredSeparately = false, computing }: SubmissionOrigin = {},
): MergedForm {
  const earlier: EarlierValues = { base: stored, typed: pending, stored };
  const seen = basis && seenChanges(form, stored, authority, basis);
  const currentValues =
    basis && seen ? withoutStaleFields(form, submitted, { basis, seen, pending }) : submitted;
  const tooLong = problemsOfLength(form, currentValues);
  const unmasked = withoutMasks(form.fields, withoutFields(currentValues, tooLong), earlier);
  const { fields, rows } = evaluateLinkage(form, unmasked, { authority, stored, pending, computing });
  const access = applyAuthority(form, authority);
  const keepsHidden = isStoredSeparately;
  const values: Record<string, unknown> = { ...stored };
  const changed: string[] = [];
  const problems: Problem[] = [];
  const refused: Record<string, unknown> = {};
  const concurrentEdits: Problem[] = [];
  const rowKeys: Record<string, readonly string[]> = {};
  const inner: InnerMerge = { rows, keepsHidden };
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
    if (state.editable) problems.push(...(tooLong.get(id) ?? []));
    if (state.editable && sentValue !== undefined && kind.normalise(sentValue) === undefined) {
      problems.push({ field: id, message: unreadableText(field, sentValue) });
      refused[id] = sentValue;
      continue;
    }
    const isUnsent = state.editable && sentValue === undefined;
    if (isUnsent && (kind.nests === undefined || keepsHidden || unseen)) continue;
    const keysInside: Record<string, readonly string[]> = {};
    const value =
      kind.nests === undefined
        ? valueToStore(field, state, sentValue, before)
        : mergeInside(
            field,
            id,
            state,
            { earlier, isUnsent, sent: sentValue },
            { ...inner, rowKeys: keysInside },
          );
    const wrongValues = state.editable ? problemsInside(field, id, sentValue, rows) : [];
    if (wrongValues.length > 0) {
      problems.push(...wrongValues);
      refused[id] = withWrongValues(field, value, sentValue, wrongValues);
      continue;
    }
    if (isUnchanged(field, value, before)) continue;
    // A computed value overwrites nothing that a person entered.
    if (unseen && !isComputed(state)) {
      const message = changedFieldMessage(field, before ?? kind.empty, unseen);
      concurrentEdits.push({ field: id, message });
      continue;
    }
    const masks = state.editable ? problemsOfMasks(field, id, sentValue, earlier, rows) : [];
    if (masks.length > 0) {
      problems.push(...masks);
      continue;
    }
    values[id] = value;
    changed.push(id);
    Object.assign(rowKeys, keysInside);
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
function isUnchanged(field: CompiledField, value: unknown, before: unknown): boolean {
  const { kind } = field;
  if (before === undefined) return !hasDefault(field) && isSame(value, kind.empty);
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

/**
 * Returns the problems of fields with more rows than allowed, by the field of the form that contains them; of rows
 * inside rows there may also be no more than a limit in the whole form.
 */
function problemsOfLength({ fields }: CompiledForm, submitted: FormValues): ReadonlyMap<string, Problem[]> {
  const problems = new Map<string, Problem[]>();
  let innerRows = 0;
  const visit = (
    root: CompiledField,
    { kind, props, columns }: CompiledField,
    value: unknown,
    path: string,
  ): void => {
    if (kind.nests === 'rows' && Array.isArray(value)) {
      if (path !== root.id) innerRows += value.length;
      const message =
        innerRows > formLimits.innerRowsOfForm
          ? `整个表单中，列表内的各项合计不得超过${formLimits.innerRowsOfForm}项`
          : problemOfRows(value, props, kind.rowWord);
      if (message !== undefined) {
        const found = problems.get(root.id) ?? [];
        if (found.length < maxLengthProblems) problems.set(root.id, [...found, { field: path, message }]);
        return;
      }
    }
    const nesting = columns.filter((column) => column.kind.nests !== undefined);
    if (nesting.length === 0) return;
    for (const { entry, prefix } of entriesOf(value, path))
      for (const column of nesting) visit(root, column, ownValue(entry, column.id), prefix + column.id);
  };
  for (const field of fields) visit(field, field, ownValue(submitted, field.id), field.id);
  return problems;
}

/** Number of problems of one field of the form. */
const maxLengthProblems = 10;

function withoutFields(submitted: FormValues, excluded: ReadonlyMap<string, unknown>): FormValues {
  if (excluded.size === 0) return submitted;
  return Object.fromEntries(Object.entries(submitted).filter(([id]) => !excluded.has(id)));
}
