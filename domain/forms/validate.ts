import { localDateOf } from '../calendar/local-date.ts';
import { collectProblems } from '../refusals/collect-problems.ts';
import type { Problem } from '../refusals/refusals.ts';
import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { type FieldState, isChecked, ownValue, rowsOf } from './field-state.ts';
import { evaluateLinkage, type FormState, type LinkageSettings } from './linkage.ts';
import type { FormValues } from './model.ts';
import { isEntry, rowPrefix } from './nested-values.ts';
import { PatternCost, patternCostText } from './pattern-cost.ts';
import type { RuleContext } from './rules/rule.ts';

export interface ValidationSettings
  extends Pick<LinkageSettings, 'stored' | 'hiddenConditions' | 'computing'> {
  now: Date;
  /**
   * Paths whose value is still the mask that the server sent; the value itself was valid when it was stored.
   */
  masked?: ReadonlySet<string>;
  /**
   * True to accept missing values and report only wrong ones, for content that is stored before it is
   * complete.
   */
  allowsIncomplete?: boolean;
  /**
   * Number of problems at which the check stops: one more than a response contains, unless the page requests
   * all.
   */
  maxProblems?: number;
}

/** Data of the whole check that each field needs. */
type CheckContext = RuleContext & Pick<ValidationSettings, 'allowsIncomplete'>;

/**
 * Returns the problems of the fields that this person may edit, in the order of the form, with the path of
 * each field (`involved[2].name`), up to one more than a response contains. Hidden and read-only fields are
 * not checked, because this person cannot correct them.
 */
export function validateForm(
  form: CompiledForm,
  values: FormValues,
  authority: AuthorityByField,
  settings: ValidationSettings,
): Problem[] {
  const work = new PatternCost();
  const { stored, hiddenConditions, computing } = settings;
  const formState = evaluateLinkage(form, values, {
    authority,
    stored,
    work,
    hiddenConditions,
    computing,
  });
  const { fields, rows } = formState;
  const { allowsIncomplete } = settings;
  const context: CheckContext = {
    allowsIncomplete,
    read: (id) => fields[id]?.value,
    today: localDateOf(settings.now),
    work,
  };
  const stateToCheck = (state: FieldState, { mayBeEmpty }: CheckedPlace) =>
    settings.allowsIncomplete || mayBeEmpty ? { ...state, required: false } : state;
  return collectProblems((report) => {
    for (const field of formState.undecided) report(field, patternCostText);
    /** Checks the fields at one place: of the form, or of an entry. */
    const checkFields = (checked: readonly CompiledField[], place: CheckedPlace): void => {
      for (const field of checked) {
        const state = place.states[field.id];
        if (!state || !isChecked(state) || !field.kind.holdsValue) continue;
        const path = place.prefix + field.id;
        const submitted = ownValue(place.submitted, field.id);
        const isEmpty = isEmptyState(field, path, state, rows);
        const found = checkField(
          field,
          path,
          stateToCheck(state, place),
          isEmpty,
          submitted,
          place.context,
          settings.masked,
        );
        for (const problem of found) report(problem.field, problem.message);
        if (field.kind.nests === undefined) continue;
        const mayBeEmpty =
          place.mayBeEmpty || (field.kind.mayStayEmpty === true && isEmpty && !state.required);
        const isGroup = field.kind.nests === 'group';
        const submittedEntries = isGroup ? [isEntry(submitted) ? submitted : {}] : rowsOf(submitted ?? null);
        for (const [index, states] of (rows[path] ?? []).entries())
          checkFields(field.columns, {
            states,
            submitted: submittedEntries[index] ?? {},
            prefix: isGroup ? `${path}.` : rowPrefix(path, index),
            mayBeEmpty,
            context: {
              ...place.context,
              read: (id) => (Object.hasOwn(states, id) ? states[id]?.value : place.context.read(id)),
            },
          });
      }
    };
    checkFields(form.fields, { states: fields, submitted: values, prefix: '', mayBeEmpty: false, context });
  }, settings.maxProblems);
}

/** The fields at one place of a form, with the values that were sent for them. */
interface CheckedPlace {
  states: Readonly<Record<string, FieldState>>;
  submitted: FormValues;
  prefix: string;
  /** True inside an optional sub-form that nobody has filled in: its fields need no value. */
  mayBeEmpty: boolean;
  context: CheckContext;
}

/** Checks whether a field is empty; a group is if each field in it is, as far as it counts. */
function isEmptyState(
  field: CompiledField,
  path: string,
  { value }: FieldState,
  rows: FormState['rows'],
): boolean {
  const { kind, columns } = field;
  if (kind.nests !== 'group') return kind.isEmpty(value);
  const [cells = {}] = rows[path] ?? [];
  return columns.every((column) => {
    const cell = cells[column.id];
    return !cell || isEmptyState(column, `${path}.${column.id}`, cell, rows);
  });
}

/** Returns every problem of one field: its shape, whether it is filled in, its kind, its named rules. */
function checkField(
  field: CompiledField,
  path: string,
  state: FieldState,
  isEmpty: boolean,
  submitted: unknown,
  context: CheckContext,
  masked?: ReadonlySet<string>,
): Problem[] {
  const { kind, title, missingMessage = `${title}不能为空` } = field;
  const { value } = state;
  if (
    !state.isComputed &&
    !state.isSuggested &&
    submitted !== undefined &&
    kind.normalise(submitted) === undefined
  )
    return [{ field: path, message: unreadableText(field, submitted) }];
  if (isEmpty) return state.required ? [{ field: path, message: missingMessage }] : [];
  if (masked?.has(path)) return [];
  const errors = kind.validate(value, {
    props: field.props,
    options: state.options,
    allowsIncomplete: context.allowsIncomplete,
  });
  if (errors.length > 0) return errors.map((message) => ({ field: path, message }));
  return field.rules.flatMap(({ rule, check }) => {
    const problem = check(kind.ruleText?.(value) ?? value, context);
    return problem === undefined ? [] : [{ field: path, message: rule.message ?? problem }];
  });
}

/** Returns why a value has no shape of its field. */
export function unreadableText({ kind, title }: CompiledField, value: unknown): string {
  const problem = typeof value === 'string' ? kind.problemOfText?.(value) : undefined;
  return problem ?? `${title}格式不正确`;
}
