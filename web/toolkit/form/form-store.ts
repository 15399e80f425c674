import { type AuthorityByField, applyAuthority, FieldAccess } from '#domain/forms/authority.ts';
import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { evaluateLinkage, type FieldState, type FormState, own, rowsOf } from '#domain/forms/linkage.ts';
import { isSame } from '#domain/forms/merge.ts';
import type { FormValues, Option } from '#domain/forms/model.ts';
import { validateForm } from '#domain/forms/validate.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { type FieldPlace, placeOf } from './field-path.ts';
import { Subscriptions } from './subscriptions.ts';
import { withRowKeys } from './table-rows.ts';

export interface FormSettings {
  values: FormValues;
  /** Paths whose value is a mask, as `maskForm` named them. */
  masked?: readonly string[];
  authority: AuthorityByField;
  /** `read` shows everything as text, whatever the authority. */
  mode: 'edit' | 'read';
  /** Present time for rules about dates. */
  now?: () => Date;
}

/** All that one field needs to be drawn; the same object until one of its parts is another. */
export interface FieldView {
  /** What was typed, as it was typed; for a table the keys of its rows. */
  value: unknown;
  visible: boolean;
  editable: boolean;
  required: boolean;
  disabled: boolean;
  masked: boolean;
  options: readonly Option[];
  problems: readonly string[];
}

const nothing: readonly string[] = [];
const absent: FieldState = {
  visible: false,
  editable: false,
  required: false,
  disabled: false,
  isSet: false,
  options: [],
  value: undefined,
};

/** Topics beside the fields: which sections have anything to show, and the list of problems. */
export const layoutTopic = '#layout';
export const problemsTopic = '#problems';

/**
 * Holds one form outside React. A field subscribes to its own path, so a keystroke draws that field again and those that
 * linkage changes, and nothing else. Values are never changed in place.
 */
export class FormStore {
  readonly form: CompiledForm;
  readonly settings: FormSettings;
  readonly #topics = new Subscriptions();
  readonly #masked: ReadonlySet<string>;
  #values: Record<string, unknown>;
  #saved: FormValues;
  #state: FormState;
  #views = new Map<string, FieldView>();
  #problems = new Map<string, string[]>();
  /** Problems that the server found; they stay until their field is changed. */
  #foreign = new Map<string, string[]>();
  #summarised: readonly Problem[] = [];
  #sections: readonly string[] = [];
  #busy = new Map<string, string>();

  constructor(form: CompiledForm, settings: FormSettings) {
    // What may be edited in a read-only form is offered by an edit link of its own, not by the reading.
    this.form = settings.mode === 'read' ? { ...form, allowEdit: new Set() } : form;
    this.settings = { ...settings, values: withRowKeys(form, withDefaults(this.form, settings)) };
    this.#values = { ...this.settings.values };
    this.#saved = this.#values;
    this.#masked = new Set(settings.masked);
    this.#state = this.#evaluate();
    this.#sections = this.#findSections();
  }

  subscribe = (topic: string, listener: () => void): (() => void) => this.#topics.subscribe(topic, listener);

  /** Called after every edit; what has been typed is worth saving. */
  onEdit = (listener: () => void): (() => void) => this.#topics.subscribe('#edit', listener);

  view(path: string): FieldView {
    const known = this.#views.get(path);
    if (known) return known;
    const view = this.#draw(path);
    this.#views.set(path, view);
    return view;
  }

  sections(): readonly string[] {
    return this.#sections;
  }

  /** Problems for the summary: those of the last validation and of the server that still stand. */
  summary(): readonly Problem[] {
    return this.#summarised;
  }

  fieldAt(path: string): CompiledField | undefined {
    const place = placeOf(path);
    const field = this.form.byId.get(place.fieldId);
    return place.row === undefined ? field : field?.columns.find((column) => column.id === place.columnId);
  }

  change(path: string, value: unknown): void {
    const place = placeOf(path);
    if (place.row === undefined) this.#values = { ...this.#values, [path]: value };
    else {
      const rows = this.rows(place.fieldId).map((row, at) =>
        at === place.row ? { ...row, [place.columnId]: value } : row,
      );
      this.#values = { ...this.#values, [place.fieldId]: rows };
    }
    this.#foreign.delete(path);
    this.#afterEdit(place, path);
  }

  rows(tableId: string): readonly TableRow[] {
    return rowsOf(own(this.#values, tableId) ?? null);
  }

  /** Replaces the rows of a table; problems of its rows go, because their places have moved. */
  changeRows(tableId: string, rows: readonly TableRow[]): void {
    this.#values = { ...this.#values, [tableId]: rows };
    for (const problems of [this.#problems, this.#foreign]) {
      for (const path of problems.keys()) {
        if (path === tableId || path.startsWith(`${tableId}[`)) problems.delete(path);
      }
    }
    this.#state = this.#evaluate();
    this.#refresh();
    this.#topics.notify('#edit');
  }

  /** Checks one field when it is left; a problem shows as soon as the person is through with it. */
  leave(path: string): void {
    if (!this.view(path).editable) return;
    this.#recheck([path]);
    this.#refresh();
  }

  /** Validates the whole form and shows every problem at its field and in the summary. */
  validate(): Problem[] {
    const problems = this.#check();
    this.#foreign.clear();
    this.#problems = byPath(problems);
    this.#summarised = problems;
    this.#refresh();
    return problems;
  }

  /** Shows problems that the server found. */
  setProblems(problems: readonly Problem[]): void {
    this.#foreign = byPath(problems);
    this.#summarised = problems;
    this.#refresh();
  }

  /** What is to be sent: the fields that this person may edit, as they now stand; the server merges them. */
  values(): Record<string, unknown> {
    const sent: Record<string, unknown> = {};
    for (const field of this.form.fields) {
      const state = this.#state.fields[field.id];
      if (field.kind.holdsValue && state && (state.editable || state.isSet)) sent[field.id] = state.value;
    }
    return sent;
  }

  /** Whether anything has been typed since the form was opened or last saved. */
  touched(): boolean {
    return this.#values !== this.#saved && !isSame(this.#values, this.#saved);
  }

  markSaved(): void {
    this.#saved = this.#values;
  }

  /** Work under way at a field, an upload; it stands in the way of submitting. */
  setBusy(path: string, message: string | undefined): void {
    if (message === undefined) this.#busy.delete(path);
    else this.#busy.set(path, message);
  }

  read(fieldId: string): unknown {
    return this.#state.fields[fieldId]?.value;
  }

  now(): Date {
    return this.settings.now?.() ?? new Date();
  }

  #evaluate(): FormState {
    const { mode, values, authority } = this.settings;
    if (mode === 'edit') return evaluateLinkage(this.form, this.#values, { authority, stored: values });
    const readOnly = Object.fromEntries(
      Object.entries(authority).map(([id, given]) => [id, given === 0 ? 0 : 1] as const),
    );
    return evaluateLinkage(this.form, this.#values, { authority: readOnly });
  }

  #check(): Problem[] {
    const { values, authority } = this.settings;
    if (this.settings.mode === 'read') return [];
    const problems = validateForm(this.form, this.#values, authority, {
      now: this.now(),
      masked: this.#stillMasked(),
      stored: values,
    });
    for (const [field, message] of this.#busy) problems.push({ field, message });
    return problems;
  }

  #afterEdit(place: FieldPlace, path: string): void {
    const triggers = this.form.triggers.has(place.row === undefined ? place.fieldId : place.columnId);
    if (triggers || this.form.triggers.has(place.fieldId)) {
      this.#settle();
      this.#recheckShown();
      this.#refresh();
    } else {
      this.#patch(place);
      const changed = [path, place.fieldId, ...this.#recheckShown()];
      this.#refresh(changed);
    }
    this.#topics.notify('#edit');
  }

  /** Evaluates linkage, and drops choices that it has just taken off the list; that may change linkage once more. */
  #settle(): void {
    const before = this.#state.fields;
    this.#state = this.#evaluate();
    const dropped = this.form.fields.filter((field) => {
      const state = this.#state.fields[field.id];
      if (!field.kind.takesOptions || !state?.editable || state.options === before[field.id]?.options)
        return false;
      return field.kind.validate(state.value, { props: field.props, options: state.options }).length > 0;
    });
    if (dropped.length === 0) return;
    const emptied = dropped.map((field) => [field.id, field.kind.empty] as const);
    this.#values = { ...this.#values, ...Object.fromEntries(emptied) };
    this.#settle();
  }

  /** A field that no linkage reads changes nothing but itself. */
  #patch(place: FieldPlace): void {
    const { fields, rows } = this.#state;
    const field = this.form.byId.get(place.fieldId);
    const state = fields[place.fieldId];
    if (!field || !state?.editable) return;
    const raw = own(this.#values, place.fieldId);
    const value = field.kind.normalise(raw) ?? state.value;
    const patched = { ...fields, [place.fieldId]: { ...state, value } };
    if (place.row === undefined) {
      this.#state = { fields: patched, rows };
      return;
    }
    const column = field.columns.find(({ id }) => id === place.columnId);
    const cells = (rows[place.fieldId] ?? []).map((row, at) => {
      const cell = row[place.columnId];
      if (at !== place.row || !cell || !column) return row;
      const typed = column.kind.normalise(own(this.rows(place.fieldId)[at] ?? {}, place.columnId));
      return { ...row, [place.columnId]: { ...cell, value: typed ?? cell.value } };
    });
    this.#state = { fields: patched, rows: { ...rows, [place.fieldId]: cells } };
  }

  /** Looks again at every field that shows a problem, since any edit may have put it right. */
  #recheckShown(): string[] {
    const shown = [...this.#problems.keys()];
    if (shown.length > 0) this.#recheck(shown);
    return shown;
  }

  #recheck(paths: readonly string[]): void {
    const found = byPath(this.#check());
    for (const path of paths) {
      const problems = found.get(path);
      if (problems) this.#problems.set(path, problems);
      else this.#problems.delete(path);
    }
  }

  /** Draws the views of the paths again (all of them by default) and wakes those that are another. */
  #refresh(paths: Iterable<string> = this.#views.keys()): void {
    const woken: string[] = [];
    for (const path of new Set(paths)) {
      const before = this.#views.get(path);
      if (!before) continue;
      const after = this.#draw(path);
      if (isSame(before, after)) continue;
      this.#views.set(path, after);
      woken.push(path);
    }
    const sections = this.#findSections();
    if (!isSame(sections, this.#sections)) {
      this.#sections = sections;
      woken.push(layoutTopic);
    }
    const standing = this.#summarised.filter(({ field, message }) => this.#stands(field, message));
    if (standing.length < this.#summarised.length) this.#summarised = standing;
    woken.push(problemsTopic);
    for (const topic of woken) this.#topics.notify(topic);
  }

  #stands(path: string, message: string): boolean {
    if (!this.fieldAt(path)) return true;
    return [this.#problems, this.#foreign].some((problems) => problems.get(path)?.includes(message));
  }

  #draw(path: string): FieldView {
    const place = placeOf(path);
    const state = this.#stateAt(place) ?? absent;
    const field = this.fieldAt(path);
    const typed = this.#typedAt(place);
    const value =
      field?.kindName === 'table'
        ? rowsOf(state.value ?? null).map((row, at) => String(row._uid ?? at))
        : state.editable && typed !== undefined
          ? typed
          : state.value;
    const { visible, editable, required, disabled, isSet, options } = state;
    return {
      value,
      visible,
      editable,
      required,
      disabled: disabled || isSet,
      masked: this.#isMasked(place, typed),
      options,
      problems: [...(this.#problems.get(path) ?? nothing), ...(this.#foreign.get(path) ?? nothing)],
    };
  }

  #stateAt(place: FieldPlace): FieldState | undefined {
    if (place.row === undefined) return this.#state.fields[place.fieldId];
    return this.#state.rows[place.fieldId]?.[place.row]?.[place.columnId];
  }

  #typedAt(place: FieldPlace): unknown {
    if (place.row === undefined) return own(this.#values, place.fieldId);
    return own(this.rows(place.fieldId)[place.row] ?? {}, place.columnId);
  }

  /** A value is masked while it is still the mask that came from the server, wherever its row stands by now. */
  #isMasked(place: FieldPlace, typed: unknown): boolean {
    if (this.#masked.size === 0) return false;
    const { values } = this.settings;
    if (place.row === undefined) {
      return this.#masked.has(place.fieldId) && typed === own(values, place.fieldId);
    }
    const uid = this.rows(place.fieldId)[place.row]?._uid;
    const origin = rowsOf(own(values, place.fieldId) ?? null).findIndex((row) => row._uid === uid);
    const stored = rowsOf(own(values, place.fieldId) ?? null)[origin];
    return (
      stored !== undefined &&
      this.#masked.has(`${place.fieldId}[${origin}].${place.columnId}`) &&
      typed === stored[place.columnId]
    );
  }

  #stillMasked(): Set<string> {
    const paths = this.form.fields.flatMap((field) => {
      if (field.secret) return [field.id];
      const secret = field.columns.filter((column) => column.secret);
      return secret.length === 0
        ? []
        : this.rows(field.id).flatMap((_, at) => secret.map((column) => `${field.id}[${at}].${column.id}`));
    });
    return new Set(
      paths.filter((path) => {
        const place = placeOf(path);
        return this.#isMasked(place, this.#typedAt(place));
      }),
    );
  }

  #findSections(): string[] {
    const visible = this.form.fields.filter(
      (field) => field.kind.holdsValue && this.#state.fields[field.id]?.visible,
    );
    return [...new Set(visible.map((field) => field.sectionId ?? ''))].filter(
      (id) => id === '' || this.#state.fields[id]?.visible,
    );
  }
}

/** Offers the defaults of fields that this person may edit and that nobody has filled in yet. */
function withDefaults(form: CompiledForm, { values, authority, mode }: FormSettings): FormValues {
  if (mode === 'read') return values;
  const access = applyAuthority(form, authority);
  const filled: Record<string, unknown> = { ...values };
  for (const { id, defaultValue } of form.fields) {
    const isOffered = defaultValue !== undefined && access[id] === FieldAccess.editable;
    if (isOffered && own(values, id) === undefined) filled[id] = defaultValue;
  }
  return filled;
}

function byPath(problems: readonly Problem[]): Map<string, string[]> {
  const map = new Map<string, string[]>();
  for (const { field, message } of problems) map.set(field, [...(map.get(field) ?? []), message]);
  return map;
}
