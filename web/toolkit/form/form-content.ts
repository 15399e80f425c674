import { localDateOf } from '#domain/calendar/local-date.ts';
import type { AuthorityByField } from '#domain/forms/authority.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import { onlyOptionDefaults, withDefaults } from '#domain/forms/default-values.ts';
import { type FieldState, ownValue, readValue, rowsOf } from '#domain/forms/field-state.ts';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { type FieldRuleCall, fieldRuleCalls } from '#domain/forms/library-rules.ts';
import { evaluateLinkage, type FormState, type LinkageSettings } from '#domain/forms/linkage.ts';
import type { HiddenConditions } from '#domain/forms/linkage-inside.ts';
import type { FormValues } from '#domain/forms/model.ts';
import type { TriedRows } from '#domain/forms/pasting/paste-plan.ts';
import { isSame } from '#domain/forms/same-value.ts';
import { sumsOfTable } from '#domain/forms/sums.ts';
import { validateForm } from '#domain/forms/validate.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { changedFields } from './changed-fields.ts';
import { clearedChoices } from './cleared-choices.ts';
import { type Computation, ComputedValues, type ComputingFacts } from './computed-values.ts';
import { FieldBasis, matchRowKeys, type OrderFormContent } from './field-basis.ts';
import {
  anchorOf,
  fieldAt,
  innerPlaceOf,
  pathOfAnchor,
  pathsAround,
  rootOf,
  stateIn,
  stepsOf,
  valueAt,
  withValueAt,
} from './field-path.ts';
import type { ExecuteRule } from './rule-verdicts.ts';
import { contentToSend } from './sent-content.ts';
import { withRowKeys } from './table-rows.ts';

/** Part of a form that is sent with an action. */
export interface Submission {
  content: Record<string, unknown>;
  contentVersion?: number;
  initContent?: Record<string, unknown>;
}

export interface FormSettings {
  values: FormValues;
  /** Paths of masked values, as `maskForm` named them. */
  masked?: readonly string[];
  authority: AuthorityByField;
  /** `read` shows everything as text, whatever the authority. */
  mode: 'edit' | 'read';
  /**
   * Required fields that another field may replace: they have no star, and their help names the other field.
   */
  replaceable?: readonly string[];
  /** The order's content of the form; undefined if no other person can change it. */
  orderContent?: OrderFormContent;
  /** The server's results of linkage conditions that read hidden fields. */
  hiddenConditions?: HiddenConditions | undefined;
  /** Sent by the server for a form with computed values. */
  computing?: ComputingFacts | undefined;
  /** Executes a rule of the library; without it only the server checks these rules. */
  executeRule?: ExecuteRule;
  /** Returns the current time, for rules about dates. */
  now?: () => Date;
}

/**
 * Typed values of a form and the state of the form that follows from them. Values are never changed in place.
 */
export class FormContent {
  readonly #form: CompiledForm;
  readonly #settings: FormSettings;
  #masked: ReadonlySet<string>;
  /** Values at opening, for the fields that this person may not edit and as the origin of masks. */
  #initial: FormValues;
  #values: FormValues;
  #state: FormState;
  #hiddenConditions: HiddenConditions | undefined;
  /** Values of the last evaluation of linkage; their rows are those of `#state`. */
  #evaluatedValues: FormValues;
  readonly #basis: FieldBasis | undefined;
  readonly #computed: ComputedValues;
  /** Fields that were opened with another value than the order's: with earlier input, or an offered default. */
  readonly #prefilled = new Set<string>();

  constructor(form: CompiledForm, settings: FormSettings) {
    this.#form = form;
    this.#settings = settings;
    this.#masked = new Set(settings.masked);
    this.#hiddenConditions = settings.hiddenConditions;
    this.#computed = new ComputedValues(form);
    const { mode, values } = settings;
    this.#initial = withRowKeys(form, values);
    this.#values = mode === 'read' ? this.#initial : this.#withDefaults();
    this.#evaluatedValues = this.#values;
    this.#state = this.#evaluate();
    this.#chooseOnlyOption();
    const basis = settings.orderContent && new FieldBasis(form, settings.orderContent);
    this.#basis = basis;
    for (const field of form.fields) {
      const { id } = field;
      if (basis && Object.hasOwn(this.#values, id) && basis.differs(field, this.#values[id]))
        this.#prefilled.add(id);
    }
  }

  #withDefaults(): FormValues {
    const { values, authority, now } = this.#settings;
    const today = localDateOf(now?.() ?? new Date());
    return withRowKeys(this.#form, withDefaults(this.#form, values, authority, today));
  }

  /** Begins to compute values; a form that is only read shows the stored ones. */
  compute(computation: Computation): void {
    this.#computed.start(computation, this.#values, () => this.#evaluate());
    this.#updateLinkage();
  }

  get basis(): FieldBasis | undefined {
    return this.#basis;
  }

  get values(): FormValues {
    return this.#values;
  }

  rows(path: string): readonly TableRow[] {
    return rowsOf(this.typedAt(path) ?? null);
  }

  /** Returns the sums of a table's columns as text by column id. */
  sums(path: string): ReadonlyMap<string, string> {
    const field = fieldAt(this.#form, path);
    return field === undefined ? new Map() : sumsOfTable(field, this.#state.rows[path] ?? []);
  }

  stateAt(path: string): FieldState | undefined {
    return stateIn(this.#state, path);
  }

  /** Takes the values of another form with this definition, and what they were opened with. */
  replaceValues(other: FormContent): void {
    this.#initial = other.#initial;
    this.#masked = other.#masked;
    this.#hiddenConditions = other.#hiddenConditions;
    this.#values = other.#values;
    this.#computed.takeTyped(other.#computed);
    this.#updateLinkage();
  }

  typedAt(path: string): unknown {
    return valueAt(this.#values, path);
  }

  /** Applies an edit; returns the ids of the fields that linkage may have changed with it, if it reads the value. */
  change(path: string, value: unknown): ReadonlySet<string> | undefined {
    const before = { state: this.#state, values: this.#values };
    this.#replaceAt(path, value);
    const { triggers } = this.#form;
    // The value of a field with fields inside may be replaced as a whole.
    const affectsOthers =
      (fieldAt(this.#form, path)?.columns.length ?? 0) > 0 ||
      stepsOf(path).some((step) => typeof step === 'string' && triggers.has(step));
    if (affectsOthers) this.#updateLinkage();
    else this.#patch(path);
    return affectsOthers
      ? changedFields(this.#form, { state: this.#state, values: this.#values }, before)
      : undefined;
  }

  changeRows(path: string, rows: readonly TableRow[]): void {
    this.#replaceAt(path, rows);
    this.#updateLinkage();
  }

  #replaceAt(path: string, value: unknown): void {
    const before = this.#values;
    this.#values = withValueAt(before, path, value);
    this.#computed.markTyped(fieldAt(this.#form, path), path, before, this.#values);
  }

  /**
   * Checks whether a value is masked: it is still the mask that came from the server, wherever its row is now.
   */
  isMasked(path: string): boolean {
    const { isComputed, isSuggested } = this.stateAt(path) ?? {};
    if (this.#masked.size === 0 || isComputed || isSuggested) return false;
    const origin = pathOfAnchor(this.#initial, anchorOf(this.#values, path));
    if (origin === undefined || !this.#masked.has(origin)) return false;
    return this.typedAt(path) === valueAt(this.#initial, origin);
  }

  /** Returns the rules of the library that the fields must satisfy with their current values. */
  ruleCalls(): FieldRuleCall[] {
    return fieldRuleCalls(this.#form, this.#state);
  }

  /** Returns all problems of the fields that this person may edit. */
  check(now: Date): Problem[] {
    const { authority, mode } = this.#settings;
    if (mode === 'read') return [];
    // A field must show its own problem, however many others come before it.
    const maxProblems = Number.POSITIVE_INFINITY;
    const settings = { ...this.#linkageSettings(), now, masked: this.#maskedPaths(), maxProblems };
    return validateForm(this.#form, this.#values, authority, settings);
  }

  /** Checks rows as if they were those of a table, without missing values; nothing changes. */
  tryRows(path: string, rows: readonly TableRow[], now: Date): TriedRows {
    const { authority } = this.#settings;
    const values = withValueAt(this.#values, path, rows);
    const settings = this.#linkageSettings();
    const maxProblems = Number.POSITIVE_INFINITY;
    return {
      rows: evaluateLinkage(this.#form, values, { ...settings, authority }).rows[path] ?? [],
      problems: validateForm(this.#form, values, authority, {
        ...settings,
        now,
        allowsIncomplete: true,
        maxProblems,
      }),
    };
  }

  /** Returns the content to send. */
  contentToSend(): Record<string, unknown> {
    return contentToSend(this.#form, this.#state, this.#values, this.#settings.authority);
  }

  /**
   * Returns the content that an action sends: the fields whose value differs from the order, or differed at
   * opening, with the values at opening.
   */
  submission(): Submission {
    const content = this.contentToSend();
    const basis = this.#basis;
    if (!basis) return { content };
    for (const field of this.#form.fields) {
      if (!Object.hasOwn(content, field.id) || this.#prefilled.has(field.id)) continue;
      if (!basis.differs(field, content[field.id])) delete content[field.id];
    }
    const initEntries = Object.keys(content).map((id) => [id, basis.init(id)] as const);
    const initContent = Object.fromEntries(initEntries.filter(([, value]) => value !== undefined));
    return { content, contentVersion: basis.contentVersion, initContent };
  }

  /** Updates to the order's current values; returns the values that changed in fields without input. */
  rebase(orderContent: OrderFormContent, masked: readonly string[]): Record<string, unknown> {
    const replacements = this.#basis?.rebase(orderContent, (id) => this.#effectiveValue(id)) ?? {};
    const isDecidedAnew = !isSame(this.#hiddenConditions ?? {}, orderContent.hiddenConditions ?? {});
    this.#hiddenConditions = orderContent.hiddenConditions;
    this.#replaceInitial(replacements, masked);
    if (isDecidedAnew) this.#updateLinkage();
    return replacements;
  }

  /**
   * Copies the alternative value of a field into it, or keeps the field's own value; in both cases the
   * alternative value is removed.
   */
  chooseValue(fieldId: string, choice: 'alternative' | 'own', masked: readonly string[]): void {
    const basis = this.#basis;
    const alternative = basis?.alternativeOf(fieldId);
    const field = this.#form.byId.get(fieldId);
    if (!basis || !alternative || !field) return;
    basis.removeAlternative(fieldId);
    if (alternative.kind === 'changed' && choice === 'alternative') {
      this.#prefilled.delete(fieldId);
      this.#replaceInitial({ [fieldId]: alternative.value }, masked);
      return;
    }
    const chosenValue = choice === 'alternative' ? alternative.value : this.typedAt(fieldId);
    const value =
      field.kind.nests === undefined
        ? chosenValue
        : matchRowKeys(field, chosenValue, ownValue(this.#initial, fieldId), basis.init(fieldId));
    this.#replaceInitial({ [fieldId]: basis.init(fieldId) }, masked);
    this.#values = { ...this.#values, [fieldId]: value };
    this.#updateLinkage();
  }

  /** Returns the value to send: the one that a rule of the form sets, else the typed value. */
  #effectiveValue(fieldId: string): unknown {
    const state = this.stateAt(fieldId);
    // A computed value is no input that another person's value could contradict.
    if (state?.isComputed) return this.#basis?.init(fieldId);
    return state?.visible && (state.isSet || state.isSuggested) ? state.value : this.typedAt(fieldId);
  }

  /** Replaces values as if the form had been opened with them. */
  #replaceInitial(values: Record<string, unknown>, masked: readonly string[]): void {
    const ids = Object.keys(values);
    if (ids.length === 0) return;
    const isOf = (path: string) => ids.includes(rootOf(path));
    this.#masked = new Set([...this.#masked].filter((path) => !isOf(path)).concat(masked.filter(isOf)));
    this.#initial = { ...this.#initial, ...values };
    this.#values = { ...this.#values, ...values };
    this.#updateLinkage();
  }

  /**
   * Returns the headings with a visible field under them, and the empty text for fields before the first
   * heading.
   */
  sections(): string[] {
    const { fields } = this.#state;
    const visible = this.#form.fields.filter((field) => field.kind.holdsValue && fields[field.id]?.visible);
    const ids = new Set(visible.map((field) => field.sectionId ?? ''));
    return [...ids].filter((id) => id === '' || fields[id]?.visible);
  }

  #evaluate(): FormState {
    const { mode, authority } = this.#settings;
    if (mode === 'edit')
      return evaluateLinkage(this.#form, this.#values, { ...this.#linkageSettings(), authority });
    const readOnly = Object.fromEntries(
      Object.entries(authority).map(([id, access]) => [id, access === 0 ? 0 : 1] as const),
    );
    const hiddenConditions = this.#hiddenConditions;
    return evaluateLinkage(this.#form, this.#values, { authority: readOnly, hiddenConditions });
  }

  #linkageSettings(): Pick<LinkageSettings, 'stored' | 'hiddenConditions' | 'computing'> {
    return {
      stored: this.#initial,
      hiddenConditions: this.#hiddenConditions,
      computing: this.#computed.computing,
    };
  }

  /** Evaluates linkage, and clears choices that are no longer offered; that may change linkage once more. */
  #updateLinkage(): void {
    const before = { state: this.#state, values: this.#evaluatedValues };
    this.#state = this.#evaluate();
    this.#evaluatedValues = this.#values;
    const cleared = clearedChoices(this.#form, { state: this.#state, values: this.#values }, before);
    if (Object.keys(cleared).length === 0) {
      this.#chooseOnlyOption(before.state);
      return;
    }
    this.#values = { ...this.#values, ...cleared };
    this.#updateLinkage();
  }

  /**
   * Selects the only option of a choice that has become required, or has lost its other options, since `before`; that
   * may change linkage once more. A choice that a person has emptied since then stays empty.
   */
  #chooseOnlyOption(before?: FormState): void {
    const { mode, authority } = this.#settings;
    const offered = mode === 'read' ? {} : onlyOptionDefaults(this.#form, this.#state, authority);
    const chosenValue = Object.fromEntries(
      Object.entries(offered).filter(([id]) => {
        const [now, then] = [this.#state.fields[id], before?.fields[id]];
        return !(then?.editable && then.required && then.options === now?.options);
      }),
    );
    if (Object.keys(chosenValue).length === 0) return;
    this.#values = { ...this.#values, ...chosenValue };
    this.#updateLinkage();
  }

  /** Updates the state of one field that no linkage reads: only the values around it change with it. */
  #patch(path: string): void {
    if (!this.stateAt(path)?.editable) return;
    for (const changed of [path, ...pathsAround(path)]) {
      const field = fieldAt(this.#form, changed);
      const state = this.stateAt(changed);
      if (field && state)
        this.#setState(changed, {
          ...state,
          value: readValue(field, this.typedAt(changed)),
          isSuggested: false,
        });
    }
  }

  #setState(path: string, state: FieldState): void {
    const { fields, rows } = this.#state;
    const place = innerPlaceOf(path);
    if (place === undefined) {
      this.#state = { ...this.#state, fields: { ...fields, [path]: state } };
      return;
    }
    const { around, row = 0, id } = place;
    const entries = (rows[around] ?? []).map((entry, index) =>
      index === row ? { ...entry, [id]: state } : entry,
    );
    this.#state = { ...this.#state, rows: { ...rows, [around]: entries } };
  }

  #maskedPaths(): Set<string> {
    const paths = [...this.#masked].flatMap(
      (path) => pathOfAnchor(this.#values, anchorOf(this.#initial, path)) ?? [],
    );
    return new Set(paths.filter((path) => this.isMasked(path)));
  }
}
