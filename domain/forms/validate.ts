import { localDateOf } from '../calendar/local-date.ts';
import { collectProblems } from '../refusals/collect-problems.ts';
import type { Problem } from '../refusals/refusals.ts';
import type { AuthorityByField } from './authority.ts';
import type { CompiledField, CompiledForm } from './compiled-form.ts';
import { evaluateLinkage, type FieldState, type LinkageSettings, ownValue, rowsOf } from './linkage.ts';
import type { FormValues } from './model.ts';
import { PatternCost, patternCostText } from './pattern-cost.ts';
import type { RuleContext } from './rules/rule.ts';

export interface ValidationSettings
  extends Pick<LinkageSettings, 'stored' | 'storedRowOf' | 'hiddenConditions' | 'computing'> {
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
  const { stored, storedRowOf, hiddenConditions, computing } = settings;
  const formState = evaluateLinkage(form, values, {
    authority,
    stored,
    storedRowOf,
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
  const stateToCheck = (state: FieldState) =>
    settings.allowsIncomplete ? { ...state, required: false } : state;
  return collectProblems((report) => {
    const reportAll = (problems: readonly Problem[]): void => {
      for (const { field, message } of problems) report(field, message);
    };
    for (const field of formState.undecided) report(field, patternCostText);
    for (const field of form.fields) {
      const state = fields[field.id];
      if (!state || !isChecked(state) || !field.kind.holdsValue) continue;
      const submitted = ownValue(values, field.id);
      reportAll(checkField(field, field.id, stateToCheck(state), submitted, context, settings.masked));
      if (field.kindName !== 'table') continue;
      const submittedRows = rowsOf(submitted);
      for (const [index, row] of (rows[field.id] ?? []).entries()) {
        const cells = Object.fromEntries(Object.entries(row).map(([id, cell]) => [id, stateToCheck(cell)]));
        const rowPath = `${field.id}[${index}]`;
        reportAll(checkRow(field, rowPath, cells, submittedRows[index] ?? {}, context, settings.masked));
      }
    }
  }, settings.maxProblems);
}

/** Returns every problem of one row of a table. */
function checkRow(
  tableField: CompiledField,
  rowPath: string,
  cells: Readonly<Record<string, FieldState>>,
  submitted: FormValues,
  form: CheckContext,
  masked?: ReadonlySet<string>,
): Problem[] {
  const context: CheckContext = {
    ...form,
    read: (id) => (Object.hasOwn(cells, id) ? cells[id]?.value : form.read(id)),
  };
  return tableField.columns.flatMap((column) => {
    const cell = cells[column.id];
    if (!cell || !isChecked(cell)) return [];
    return checkField(
      column,
      `${rowPath}.${column.id}`,
      cell,
      ownValue(submitted, column.id),
      context,
      masked,
    );
  });
}

/** Checks whether a person can correct the value: by typing it, or through the fields that it is computed from. */
function isChecked({ editable, isComputed, visible }: FieldState): boolean {
  return editable || (isComputed === true && visible);
}

/** Returns every problem of one field: its shape, whether it is filled in, its kind, its named rules. */
function checkField(
  field: CompiledField,
  path: string,
  state: FieldState,
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
  if (kind.isEmpty(value)) return state.required ? [{ field: path, message: missingMessage }] : [];
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
