import type { WorkOrderForm } from '#contract/work-order-form.ts';
import type { FieldBinding } from '#domain/forms/bound-fields.ts';
import { boundValues, labelOf } from '#domain/forms/bound-fields.ts';
import { compileForm } from '#domain/forms/compile.ts';
import type { CompiledField } from '#domain/forms/compiled-form.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { hasPart } from '#web/toolkit/form/form-part.ts';
import { FormStore } from '#web/toolkit/form/form-store.ts';
import { problemText } from '#web/toolkit/form/problem-text.ts';
import type { ExecuteRule } from '#web/toolkit/form/rule-verdicts.ts';
import { createHandle, type FormHandle, focusControl } from '#web/toolkit/form/use-form.ts';
import { valueText } from '#web/toolkit/form/value-text.ts';
import { FrameForm } from '#web/toolkit/third-party-form/frame-form.ts';
import {
  type FieldChange,
  type FormConflict,
  type FormProblem,
  type HandledForms,
  noForms,
} from './handled-forms.ts';

/** A form on the screen with its input; it exists longer than the tab that shows it. */
export interface OpenForm {
  form: WorkOrderForm;
  /** Undefined if its model cannot be read. */
  handle: FormHandle | undefined;
  /** The page of a third party that draws it (S1 §2 formType 2). */
  frame?: FrameForm | undefined;
  mode: 'edit' | 'read';
}

/**
 * Opens the same form with other content, such as unmasked values; always drawn by the portal, never by a
 * third party.
 */
export function reopenForm({ form, mode }: OpenForm, content: WorkOrderForm['content']): OpenForm {
  const other = { ...form, content, masked: [] };
  return { form: other, handle: openForm(other, mode, 'clear', false), mode };
}

/** Opens the forms of an answer, for editing if the node allows it or for reading only. */
export function openForms(forms: readonly WorkOrderForm[], mode: 'edit' | 'read'): OpenForm[] {
  return forms.map((form) => {
    const handle = openForm(form, mode);
    const place = handle?.store.form.frame;
    return { form, handle, mode, frame: handle && place && new FrameForm(form, handle.store, place) };
  });
}

function openForm(
  form: WorkOrderForm,
  mode: 'edit' | 'read',
  prefix = 'form',
  withLinks = true,
): FormHandle | undefined {
  const compiled = compileForm(form.formStructure);
  if (Array.isArray(compiled)) return undefined;
  const { content: values, masked, authority, hiddenConditions, computing } = form;
  const orderContent = mode === 'edit' ? { orderContent: form } : {};
  // Input in a copy would not be sent, so its fields have no edit links.
  const shownForm = withLinks ? compiled : { ...compiled, allowEdit: new Set<string>() };
  return createFormHandle(
    new FormStore(shownForm, {
      ...{ values, masked, authority, mode, hiddenConditions, computing, executeRule },
      ...orderContent,
    }),
    `${prefix}-${form.formCode}`,
  );
}

/**
 * Returns a handle of a store for the form's view; it exists outside the view, so that it survives closing
 * its tab.
 */
export function createFormHandle(store: FormStore, idPrefix: string): FormHandle {
  return createHandle(store, idPrefix, (id) => focusWhenShown(id));
}

/**
 * Returns the open forms for the handler bar and the initiation; `show` brings the form's tab to the front.
 */
export function handledForms(
  open: readonly OpenForm[],
  show: (formCode: string) => void = () => undefined,
  refresh: HandledForms['refresh'] = noForms.refresh,
): HandledForms {
  return {
    collectFrames: () => collectFrames(open, show),
    settleRules: () => settleRules(open),
    check: () => open.flatMap((each) => problemsOf(each, show)),
    collect: () =>
      open.flatMap(({ form, handle }) =>
        handle === undefined ? [] : [{ formId: form.id, ...handle.submission() }],
      ),
    longestField: () => longestField(open, show),
    contradictions: (binds) =>
      open.flatMap((each) => valuesToSet(each, binds).filter(({ from }) => from !== '')),
    applyBindings: (binds) => open.flatMap((each) => applyBindings(each, binds)),
    matchesBindings: (binds) => {
      const bound = open.flatMap((each) => boundFields(each, binds));
      return bound.length > 0 && bound.every(hasBoundValue);
    },
    conflicts: () => open.flatMap((each) => conflictsOf(each, show)),
    refresh,
    onEdit: (listener) => {
      const unsubscribers = open.flatMap(({ handle }) => handle?.store.onEdit(listener) ?? []);
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe();
      };
    },
    showProblems: (problems) => showServerProblems(open, show, problems),
  };
}

/** Collects the input of all third-party frames at once; undefined if there are none. */
function collectFrames(
  open: readonly OpenForm[],
  show: (formCode: string) => void,
): Promise<readonly FormProblem[]> | undefined {
  const frames = open.flatMap(({ form, handle, frame }) =>
    frame && handle && hasPart(handle.store, 'fill') ? [{ form, frame }] : [],
  );
  if (frames.length === 0) return undefined;
  return Promise.all(
    frames.map(async ({ form, frame }) => {
      const error = await frame.collect();
      return error === undefined
        ? []
        : [{ text: `${form.formName}：${error}`, go: () => show(form.formCode) }];
    }),
  ).then((problemsOfFrames) => problemsOfFrames.flat());
}

function settleRules(open: readonly OpenForm[]): Promise<unknown> | undefined {
  const settling = open.flatMap(({ handle }) => handle?.settleRules() ?? []);
  return settling.length > 0 ? Promise.all(settling) : undefined;
}

/** Loaded with the first execution. */
const executeRule: ExecuteRule = async (...rule) => (await import('./execute-rule.ts')).executeRule(...rule);

function problemsOf(each: OpenForm, show: (formCode: string) => void): FormProblem[] {
  if (each.handle === undefined) return [];
  const problems = each.handle.validate();
  each.frame?.sendProblems(problems);
  return problems.map((problem) => toFormProblem(each, each.handle, show, problem));
}

function toFormProblem(
  { form }: OpenForm,
  handle: FormHandle | undefined,
  show: (formCode: string) => void,
  problem: Problem,
): FormProblem {
  return {
    text: `${form.formName}：${handle ? problemText(handle.store, problem) : problem.message}`,
    go: () => {
      show(form.formCode);
      handle?.focusField(problem.field);
    },
  };
}

/** Marks the problems found by the server at their fields; returns them in the order in which it reported them. */
function showServerProblems(
  open: readonly OpenForm[],
  show: (formCode: string) => void,
  problems: readonly Problem[],
): ReturnType<HandledForms['showProblems']> {
  const placedProblems = problems.map(({ field, message }) => {
    const each = open.find(({ form, handle }) => handle && field.startsWith(`${form.formCode}.`));
    return each
      ? { each, problem: { field: field.slice(each.form.formCode.length + 1), message } }
      : { problem: { field, message } };
  });
  for (const each of open) {
    const problemsOfForm = placedProblems.flatMap((entry) => (entry.each === each ? [entry.problem] : []));
    if (problemsOfForm.length === 0) continue;
    each.handle?.setProblems(problemsOfForm);
    each.frame?.sendProblems(problemsOfForm);
  }
  return placedProblems.map(({ each, problem }) =>
    each ? toFormProblem(each, each.handle, show, problem) : { text: problem.message },
  );
}

/**
 * Updates the forms to the order's current values in an answer. A third party's page is not drawn again, so
 * that its input is still based on the opened content: the server compares.
 */
export function rebaseForms(open: readonly OpenForm[], forms: readonly WorkOrderForm[]): void {
  for (const { form, handle, frame, mode } of open) {
    const newest = forms.find(({ id }) => id === form.id);
    if (newest && handle && !frame && mode === 'edit') handle.store.rebase(newest, newest.masked);
  }
}

function conflictsOf({ form, handle }: OpenForm, show: (formCode: string) => void): FormConflict[] {
  const store = handle?.store;
  return (store?.conflicts() ?? []).flatMap((id) => {
    const field = store?.fieldAt(id);
    const view = store?.view(id);
    if (!store || !field || !view?.alternative) return [];
    return {
      key: `${form.formCode}.${id}@${view.alternative.at}`,
      formName: form.formName,
      title: field.title,
      mine: valueText(field, store.read(id), view.options),
      theirs: valueText(field, view.alternative.value, view.options),
      by: view.alternative.by,
      at: view.alternative.at,
      go: () => {
        show(form.formCode);
        store.openEditLink(id);
        handle?.focusField(id);
      },
      choose: (choice) => store.chooseValue(id, choice),
    };
  });
}

function longestField(
  open: readonly OpenForm[],
  show: (formCode: string) => void,
): ReturnType<HandledForms['longestField']> {
  let longest: { title: string; length: number; go: () => void } | undefined;
  for (const { form, handle } of open) {
    for (const { id, title } of handle?.store.form.fields ?? []) {
      const length = JSON.stringify(handle?.store.typedAt(id) ?? '').length;
      if (length <= (longest?.length ?? '""'.length)) continue;
      const go = () => {
        show(form.formCode);
        handle?.focusField(id);
      };
      longest = { title, length, go };
    }
  }
  return longest;
}

interface BoundField {
  handle: FormHandle;
  field: CompiledField;
  values: readonly string[];
}

/** Returns the fields of an open form that a button sets and this person may edit. */
function boundFields({ form, handle }: OpenForm, binds: readonly FieldBinding[]): BoundField[] {
  if (handle === undefined) return [];
  return [...boundValues(binds, form.formCode)].flatMap(([id, values]) => {
    const field = handle.store.fieldAt(id);
    return field && handle.store.view(id).editable ? [{ handle, field, values }] : [];
  });
}

function hasBoundValue({ handle, field, values }: BoundField): boolean {
  const value = handle.store.read(field.id);
  return typeof value === 'string' && values.includes(value);
}

/**
 * Returns the fields without a value that the button implies, with a function that sets it and one that undoes
 * this.
 */
function valuesToSet(each: OpenForm, binds: readonly FieldBinding[]) {
  return boundFields(each, binds).flatMap((bound) => {
    const { handle, field, values } = bound;
    const [boundValue] = values;
    if (boundValue === undefined || hasBoundValue(bound)) return [];
    const before = handle.store.read(field.id);
    return {
      formName: each.form.formName,
      title: field.title,
      from: typeof before === 'string' && before !== '' ? labelOf(field, before) : '',
      to: labelOf(field, boundValue),
      set: () => handle.store.change(field.id, boundValue),
      undo: () => handle.store.change(field.id, before),
    };
  });
}

function applyBindings(each: OpenForm, binds: readonly FieldBinding[]): FieldChange[] {
  return valuesToSet(each, binds).map(({ set, ...change }) => {
    set();
    return change;
  });
}

const maxTries = 60;

/** Puts the cursor into a control that may not be drawn yet, because its tab has only just been chosen. */
function focusWhenShown(id: string, tries = 0): void {
  const element = document.getElementById(id);
  if (element !== null && element.offsetParent !== null) focusControl(id);
  else if (tries < maxTries) requestAnimationFrame(() => focusWhenShown(id, tries + 1));
}
