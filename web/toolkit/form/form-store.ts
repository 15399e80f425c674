import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import type { FormValues } from '#domain/forms/model.ts';
import type { TriedRows } from '#domain/forms/pasting/paste-plan.ts';
import { isSame } from '#domain/forms/same-value.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { withPathsInside } from './changed-fields.ts';
import type { Computation } from './computed-values.ts';
import { EditLinkFields } from './edit-link-fields.ts';
import type { OrderFormContent } from './field-basis.ts';
import { anchorOf, fieldAt, pathOfAnchor, pathsAround, rootOf } from './field-path.ts';
import { type Composition, drawField, type FieldView } from './field-view.ts';
import { FoldedRows, foldsTopic, rowsAround } from './folded-rows.ts';
import { FormContent, type FormSettings, type Submission } from './form-content.ts';
import { FormProblems, isInside } from './form-problems.ts';
import { FormRules } from './form-rules.ts';
import { loadComputation } from './load-computation.ts';
import { editTopic, layoutTopic, problemsTopic, Subscriptions, valuesTopic } from './subscriptions.ts';

/**
 * Holds one form outside React. A field subscribes to its own path, so a keystroke renders only that field
 * and those that linkage changes.
 */
export class FormStore {
  readonly form: CompiledForm;
  readonly settings: FormSettings;
  readonly #topics = new Subscriptions();
  readonly #problems = new FormProblems();
  readonly #content: FormContent;
  readonly #views = new Map<string, FieldView>();
  /** Messages about work in progress by the place of its field. */
  readonly #busy = new Map<string, string>();
  readonly #links: EditLinkFields;
  readonly #folds = new FoldedRows();
  #saved: FormValues;
  #masked: readonly string[];
  #sections: readonly string[];
  #composition: Composition | undefined;
  #computation: Computation | undefined;
  readonly #rules: FormRules;

  constructor(form: CompiledForm, settings: FormSettings) {
    this.form = settings.mode === 'read' ? { ...form, allowEdit: new Set() } : form;
    this.settings = settings;
    this.#content = new FormContent(this.form, settings);
    this.#links = new EditLinkFields(this.form, settings);
    this.#saved = this.#content.values;
    this.#masked = settings.masked ?? [];
    this.#sections = this.#content.sections();
    this.#rules = new FormRules(
      this.form,
      settings,
      () => this.#content.ruleCalls(),
      (path) => this.#showProblemsOf(path),
    );
    if (this.form.hasComputed && settings.mode === 'edit' && settings.computing)
      void loadComputation(this.form, settings.computing).then((loaded) => this.compute(loaded));
  }

  /** Begins to compute values. */
  compute(computation: Computation): void {
    this.#computation = computation;
    this.#content.compute(computation);
    this.#refresh();
    this.#topics.notify(editTopic);
  }

  subscribe = (topic: string, listener: () => void): (() => void) => this.#topics.subscribe(topic, listener);

  /** Subscribes to edits; the listener is called after each edit, so that the typed values can be saved. */
  onEdit = (listener: () => void): (() => void) => this.#topics.subscribe(editTopic, listener);

  view(path: string): FieldView {
    const cached = this.#views.get(path);
    if (cached) return cached;
    const view = this.#draw(path);
    this.#views.set(path, view);
    return view;
  }

  sections(): readonly string[] {
    return this.#sections;
  }

  summary(): readonly Problem[] {
    return this.#problems.summary();
  }

  fieldAt(path: string): CompiledField | undefined {
    return fieldAt(this.form, path);
  }

  rows(path: string): readonly TableRow[] {
    return this.#content.rows(path);
  }

  /** Returns whether the row of a list is folded (`people[2]`); undefined if nobody has folded or unfolded it. */
  isFolded(row: string): boolean | undefined {
    return this.#folds.isFolded(this.#content.values, row);
  }

  setFolded(row: string, isFolded: boolean): void {
    this.#folds.set(this.#content.values, row, isFolded);
    this.#topics.notify(foldsTopic);
  }

  /** Unfolds the rows around a field, so that it can get the focus. */
  reveal(path: string): void {
    this.#folds.unfoldAround(this.#content.values, path);
    this.#topics.notify(foldsTopic);
  }

  /** Returns the value at a path as it was typed, also that of a whole row. */
  typedAt(path: string): unknown {
    return this.#content.typedAt(path);
  }

  /** Returns the problems shown inside a field or row. */
  problemsInside(path: string): readonly string[] {
    return this.#problems.inside(path);
  }

  /**
   * Returns a copy of the form with its input, for a dialog that edits a part of it: nothing typed there changes this
   * form before `change`.
   */
  copy(): FormStore {
    const copy = new FormStore(this.form, this.settings);
    copy.#content.replaceValues(this.#content);
    copy.#saved = copy.#content.values;
    if (this.#computation) copy.compute(this.#computation);
    return copy;
  }

  /** Checks a field with those inside it; returns and shows their problems. */
  validateInside(path: string): Problem[] {
    this.endComposition();
    const problems = this.#check().filter(({ field }) => field === path || isInside(field, path));
    this.#showProblems(problems, () => this.#problems.replace(problems));
    return problems;
  }

  /** Checks rows as if they were those of a table; nothing changes. */
  tryRows(path: string, rows: readonly TableRow[]): TriedRows {
    return this.#content.tryRows(path, rows, this.now());
  }

  /** Returns the sums of a table's columns as text by column id. */
  sums(path: string): ReadonlyMap<string, string> {
    return this.#content.sums(path);
  }

  /** Returns the effective value of a field or cell, as rules read it. */
  read(path: string): unknown {
    return this.#content.stateAt(path)?.value;
  }

  now(): Date {
    return this.settings.now?.() ?? new Date();
  }

  /**
   * Returns the place of a field for work that ends later, such as an upload: it names the row of a cell by its
   * key, so that it stays the same when rows are added, moved or removed.
   */
  anchorOf(path: string): string {
    return anchorOf(this.#content.values, path);
  }

  /** Returns the current path of such a place; undefined if its row has been removed. */
  pathAt(anchor: string): string | undefined {
    return pathOfAnchor(this.#content.values, anchor);
  }

  /**
   * Begins the composition of a text with an input method: until its end the text is only shown, because linkage,
   * checks and other values would interrupt it.
   */
  beginComposition(path: string): void {
    this.endComposition();
    this.#composition = { anchor: this.anchorOf(path), hasText: false, text: undefined };
  }

  /** Ends the composition, and enters its text and what has waited for it. */
  endComposition(): void {
    const composition = this.#composition;
    if (composition === undefined) return;
    this.#composition = undefined;
    const path = this.pathAt(composition.anchor);
    if (composition.hasText && path !== undefined) this.change(path, composition.text);
    composition.rebase?.();
  }

  change(path: string, value: unknown): void {
    if (this.#composition && this.#composition.anchor === this.anchorOf(path)) {
      this.#composition = { ...this.#composition, hasText: true, text: value };
      this.#refresh([path]);
      return;
    }
    const linked = this.#content.change(path, value);
    this.#problems.removeServerProblems(path);
    if (this.fieldAt(path)?.columns.length) this.#problems.removeServerProblemsInside(path);
    const shownPaths = this.#problems.shownPaths();
    // Any edit may have corrected a problem that is shown elsewhere, because rules may read this field.
    if (shownPaths.length > 0) this.#problems.update(shownPaths, this.#check());
    const changedPaths = [path, ...pathsAround(path), ...shownPaths];
    if (linked) changedPaths.push(...withPathsInside(this.form, linked, this.#views.keys()));
    this.#refresh(changedPaths, linked !== undefined);
    for (const row of rowsAround(path)) this.#topics.notify(row);
    this.#topics.notify(editTopic);
  }

  /** Replaces the rows of a table or list; what belongs to a row follows its key. */
  changeRows(path: string, rows: readonly TableRow[]): void {
    const before = this.#content.values;
    this.#content.changeRows(path, rows);
    const now = this.#content.values;
    this.#problems.removeServerProblems(path);
    this.#problems.move((place) =>
      place.startsWith(`${path}[`) ? pathOfAnchor(now, anchorOf(before, place)) : place,
    );
    const shownPaths = this.#problems.shownPaths();
    if (shownPaths.length > 0) this.#problems.update(shownPaths, this.#check());
    this.#refresh();
    this.#topics.notify(editTopic);
  }

  /** Checks one field when it loses the focus, so that a problem shows as soon as its input is finished. */
  validateField(path: string): void {
    this.endComposition();
    if (!this.view(path).editable) return;
    this.#showProblemsOf(path);
    this.#rules.executeAfter(path);
  }

  #showProblemsOf(path: string): void {
    this.#problems.update([path], this.#check());
    this.#refresh([path]);
  }

  /**
   * Executes the rules of the library for a submission, if the form has no other problem; undefined if there is
   * nothing to wait for.
   */
  settleRules(): Promise<void> | undefined {
    this.endComposition();
    return this.#rules.settle(() => this.#check().length > 0);
  }

  /** Opens a field of `allowEdit` for typing (S1 §6). */
  openEditLink(fieldId: string): void {
    this.#open(fieldId);
    this.#refresh();
  }

  /** Closes a field that its link has opened: with its input, if that is valid, or with the previous value. */
  closeEditLink(fieldId: string, end: 'accept' | 'discard'): void {
    if (end === 'accept') {
      const problems = this.#check().filter(({ field }) => rootOf(field) === fieldId);
      this.#problems.update([fieldId, ...problems.map(({ field }) => field)], problems);
      if (problems.length === 0) this.#links.accept(fieldId, this.typedAt(fieldId));
      this.#refresh();
      return;
    }
    const before = this.#links.discard(fieldId);
    if (this.fieldAt(fieldId)?.kind.nests === 'rows') this.changeRows(fieldId, before as readonly TableRow[]);
    else this.change(fieldId, before);
    this.#problems.update([fieldId], []);
    this.#refresh();
  }

  /** Validates the whole form and shows every problem at its field and in the summary. */
  validate(): Problem[] {
    this.endComposition();
    const problems = this.#check();
    // An invalid field whose link was not pressed is opened for correction.
    this.#showProblems(problems, () => this.#problems.replace(problems));
    return problems;
  }

  /** Shows problems that the server found. */
  setProblems(problems: readonly Problem[]): void {
    this.#showProblems(problems, () => this.#problems.setServerProblems(problems));
  }

  #showProblems(problems: readonly Problem[], replace: () => void): void {
    for (const { field } of problems) {
      this.#open(rootOf(field));
      this.#folds.unfoldAround(this.#content.values, field);
    }
    replace();
    this.#refresh();
    this.#topics.notify(foldsTopic);
  }

  /** Returns the content to send. */
  values(): Record<string, unknown> {
    this.endComposition();
    return this.#content.contentToSend();
  }

  submission(): Submission {
    this.endComposition();
    return this.#content.submission();
  }

  /**
   * Updates to the order's current values: fields without input show them, edited fields show them next to the input.
   */
  rebase(orderContent: OrderFormContent, masked: readonly string[]): void {
    if (this.#composition) {
      this.#composition = { ...this.#composition, rebase: () => this.rebase(orderContent, masked) };
      return;
    }
    this.#masked = masked;
    const replacements = this.#content.rebase(orderContent, masked);
    for (const id of Object.keys(replacements))
      if (this.fieldAt(id)?.columns.length) this.#problems.removeInside(id);
    this.#saved = { ...this.#saved, ...replacements };
    this.#refresh();
  }

  /** Returns the fields that were changed both here and by another person, and are not decided yet. */
  conflicts(): string[] {
    return (this.#content.basis?.conflicts() ?? []).filter((id) => this.view(id).visible);
  }

  /** Decides between the field's value and its alternative value. */
  chooseValue(fieldId: string, choice: 'alternative' | 'own'): void {
    this.#open(fieldId);
    this.#content.chooseValue(fieldId, choice, this.#masked);
    this.#problems.removeInside(fieldId);
    this.#problems.removeServerProblems(fieldId);
    this.#refresh();
    this.#topics.notify(editTopic);
  }

  /** Checks whether anything has been typed since the form was opened or last saved, or is being uploaded. */
  touched(): boolean {
    return this.#busy.size > 0 || !isSame(this.#content.values, this.#saved);
  }

  markSaved(): void {
    this.#saved = this.#content.values;
  }

  /** Marks work in progress at a place (`anchorOf`), such as an upload; it blocks submitting. */
  setBusy(anchor: string, message: string | undefined): void {
    if (message === undefined) this.#busy.delete(anchor);
    else this.#busy.set(anchor, message);
  }

  #open(fieldId: string): void {
    this.#links.open(fieldId, this.typedAt(fieldId));
  }

  #check(): Problem[] {
    const busy = [...this.#busy].flatMap(([anchor, message]) => {
      const field = this.pathAt(anchor);
      return field === undefined ? [] : [{ field, message }];
    });
    const problems = [...this.#content.check(this.now()), ...busy];
    return [...problems, ...this.#rules.problems(problems)];
  }

  /**
   * Computes the views of the paths again, all by default, and notifies the listeners of those that changed. Linkage
   * may also have shown or hidden a section.
   */
  #refresh(paths?: Iterable<string>, isLinked = paths === undefined): void {
    const changedTopics = [problemsTopic, valuesTopic];
    for (const path of new Set(paths ?? this.#views.keys())) {
      const before = this.#views.get(path);
      if (!before) continue;
      const after = this.#draw(path);
      if (isSame(before, after)) continue;
      this.#views.set(path, after);
      changedTopics.push(path);
    }
    const sections = isLinked ? this.#content.sections() : this.#sections;
    if (!isSame(sections, this.#sections)) {
      this.#sections = sections;
      changedTopics.push(layoutTopic);
    }
    this.#problems.shortenSummary((path) => this.fieldAt(path) !== undefined);
    for (const topic of changedTopics) this.#topics.notify(topic);
  }

  #draw(path: string): FieldView {
    return drawField(path, {
      form: this.form,
      settings: this.settings,
      content: this.#content,
      links: this.#links,
      problems: this.#problems,
      computation: this.#computation,
      composition: this.#composition,
    });
  }
}
