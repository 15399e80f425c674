import { useCallback, useId, useState, useSyncExternalStore } from 'react';
import { compileForm } from '#domain/forms/compile.ts';
import type { CompiledForm } from '#domain/forms/compiled-form.ts';
import type { FormModel } from '#domain/forms/model.ts';
import { isSame } from '#domain/forms/same-value.ts';
import type { Problem } from '#domain/refusals/refusals.ts';
import { controlId, pathsAround } from './field-path.ts';
import type { FieldView } from './field-view.ts';
import { rowsAround } from './folded-rows.ts';
import type { FormSettings, Submission } from './form-content.ts';
import { FormStore } from './form-store.ts';
import { layoutTopic } from './subscriptions.ts';

export interface FormHandle {
  store: FormStore;
  idPrefix: string;
  /** Shows and returns every problem; an empty list means that the form can be sent. */
  validate(): Problem[];
  /** Executes the rules of the library before `validate`; undefined if there is nothing to wait for. */
  settleRules(): Promise<void> | undefined;
  /** Returns the content to send. */
  values(): Record<string, unknown>;
  /** Returns the part of the content that an action sends. */
  submission(): Submission;
  /** Checks whether anything has been typed since opening or `markSaved`. */
  touched(): boolean;
  markSaved(): void;
  /** Scrolls to a field and puts the cursor into it. */
  focusField(path: string): void;
  /** Shows the server's problems at their fields. */
  setProblems(problems: readonly Problem[]): void;
}

const compiledForms = new WeakMap<object, CompiledForm>();

function compile(model: FormModel): CompiledForm {
  const cached = compiledForms.get(model);
  if (cached) return cached;
  const form = compileForm(model);
  // A definition that does not compile is never published, so this is a program error, not a user's mistake.
  if (Array.isArray(form))
    throw new Error(`Form ${model.globalConfig?.code} does not compile: ${JSON.stringify(form)}`);
  compiledForms.set(model, form);
  return form;
}

interface OpenedForm extends FormSettings {
  model: FormModel;
  store: FormStore;
}

/**
 * Opens a form. It starts again when the model, the authority or the mode changes; new values are only used
 * while nothing has been typed, so that a refresh from the server never overwrites input.
 */
export function useForm(model: FormModel, settings: FormSettings): FormHandle {
  const idPrefix = useId();
  const [openedForm, setOpenedForm] = useState<OpenedForm>(() => openStore(model, settings));
  let current = openedForm;
  if (isStale(openedForm, model, settings)) {
    current = openStore(model, settings);
    setOpenedForm(current);
  }
  const { store } = current;
  const [handle, setHandle] = useState(() => createHandle(store, idPrefix));
  if (handle.store !== store) {
    const next = createHandle(store, idPrefix);
    setHandle(next);
    return next;
  }
  return handle;
}

function openStore(model: FormModel, settings: FormSettings): OpenedForm {
  return { ...settings, model, store: new FormStore(compile(model), settings) };
}

function isStale(openedForm: OpenedForm, model: FormModel, settings: FormSettings): boolean {
  if (
    openedForm.model !== model ||
    openedForm.mode !== settings.mode ||
    !isSame(openedForm.authority, settings.authority)
  )
    return true;
  return (
    openedForm.values !== settings.values &&
    !isSame(openedForm.values, settings.values) &&
    !openedForm.store.touched()
  );
}

/** Returns the handle of a store; `focus` puts the cursor into the control with this id. */
export function createHandle(
  store: FormStore,
  idPrefix: string,
  focus: (id: string) => void = focusControl,
): FormHandle {
  return {
    store,
    idPrefix,
    validate: () => store.validate(),
    settleRules: () => store.settleRules(),
    values: () => store.values(),
    submission: () => store.submission(),
    touched: () => store.touched(),
    markSaved: () => store.markSaved(),
    setProblems: (problems) => store.setProblems(problems),
    focusField: (path) => {
      store.reveal(path);
      const id = controlId(idPrefix, shownPlaceOf(store, path));
      // The fields of a row that was folded are drawn first.
      if (rowsAround(path).length > 0 && !document.getElementById(id)) requestAnimationFrame(() => focus(id));
      else focus(id);
    },
  };
}

/** Returns the place of a field on the page: the fields of a sub-form are in its dialog. */
function shownPlaceOf(store: FormStore, path: string): string {
  const isSubForm = (around: string) => store.fieldAt(around)?.kindName === 'sub-form';
  return pathsAround(path).findLast(isSubForm) ?? path;
}

const focusable = 'input, textarea, select, button, a[href], [tabindex]';

/** Space below a control for its problems and its help. */
const belowControl = 56;

/** Space above a control for the line of problems, and for its title. */
const aboveControl = { line: 40, both: 96 };

/**
 * Scrolls to a control: to the head of the problems above it if both are in view then. Otherwise to the control
 * below the line that counts the problems (`ProblemsLine`), with their whole list above the edge.
 */
function bringIntoView(element: HTMLElement): void {
  const summary = [...document.querySelectorAll('[data-problems]')].find(
    (each) => each.getClientRects().length > 0,
  );
  const { top, bottom } = element.getBoundingClientRect();
  const problems = summary?.getBoundingClientRect();
  if (problems === undefined || top <= problems.top) element.scrollIntoView?.({ block: 'center' });
  else if (bottom + belowControl - problems.top < heightOfScroller(element))
    summary?.scrollIntoView({ block: 'start' });
  else {
    const margin = Math.min(aboveControl.both, top - problems.bottom + aboveControl.line);
    element.style.scrollMarginTop = `${margin}px`;
    element.scrollIntoView?.({ block: 'start' });
    element.style.scrollMarginTop = '';
  }
}

/** Returns the height in which the element scrolls. */
function heightOfScroller(element: HTMLElement): number {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return box.clientHeight;
  }
  return innerHeight;
}

/**
 * Puts the cursor into a visible control; if it is disabled or text, its container gets the focus, so that
 * overlays move away.
 */
export function focusControl(id: string): void {
  const element = document.getElementById(id);
  if (!element) return;
  bringIntoView(element);
  const controls = element.matches(focusable)
    ? [element]
    : [...element.querySelectorAll<HTMLElement>(focusable)];
  for (const control of controls) {
    control.focus({ preventScroll: true });
    if (document.activeElement === control) return;
  }
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Returns the current state of one field; renders again only if that field has changed. */
export function useFieldView(store: FormStore, path: string): FieldView {
  const subscribe = useCallback((listener: () => void) => store.subscribe(path, listener), [store, path]);
  return useSyncExternalStore(subscribe, () => store.view(path));
}

export function useSections(store: FormStore): readonly string[] {
  const subscribe = useCallback((listener: () => void) => store.subscribe(layoutTopic, listener), [store]);
  return useSyncExternalStore(subscribe, () => store.sections());
}
