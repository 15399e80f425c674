import type { WorkOrderForm } from '#contract/work-order-form.ts';
import { compileForm } from '#domain/forms/compile.ts';
import { FormStore } from '#web/toolkit/form/form-store.ts';
import { createHandle, type FormHandle, focusControl } from '#web/toolkit/form/use-form.ts';
import type { FormProblem, HandledForms } from './handled-forms.ts';

/** Our own form, drawn from its model; the other kind stands in a frame (S1 §2). */
const ownFormType = 1;

/** A form on the screen with what is typed in it; it outlives the tab that draws it. */
export interface OpenForm {
  form: WorkOrderForm;
  /** Missing when the form is not ours or its model cannot be read. */
  handle: FormHandle | undefined;
}

/** Opens the forms of an answer, for editing where the node allows it or for reading only. */
export function openForms(forms: readonly WorkOrderForm[], mode: 'edit' | 'read'): OpenForm[] {
  return forms.map((form) => ({ form, handle: openForm(form, mode) }));
}

function openForm(form: WorkOrderForm, mode: 'edit' | 'read'): FormHandle | undefined {
  if (form.formType !== ownFormType) return undefined;
  const compiled = compileForm(form.formStructure);
  if (Array.isArray(compiled)) return undefined;
  const { content: values, masked, authority } = form;
  return holdForm(new FormStore(compiled, { values, masked, authority, mode }), `form-${form.formCode}`);
}

/** A store as the form's view wants it; held outside of the view, so that it lives on while its tab is closed. */
export function holdForm(store: FormStore, idPrefix: string): FormHandle {
  return createHandle(store, idPrefix, (id) => focusWhenShown(id));
}

/** The open forms as the handler bar and the initiation ask them; `show` brings the form's tab to the front. */
export function handledForms(
  open: readonly OpenForm[],
  show: (formCode: string) => void = () => undefined,
): HandledForms {
  return {
    check: () => open.flatMap((each) => problemsOf(each, show)),
    collect: () =>
      open.flatMap(({ form, handle }) =>
        handle === undefined ? [] : [{ formId: form.id, content: handle.values() }],
      ),
  };
}

function problemsOf({ form, handle }: OpenForm, show: (formCode: string) => void): FormProblem[] {
  if (handle === undefined) return [];
  return handle.validate().map(({ field, message }) => ({
    text: `${form.formName}：${message}`,
    go: () => {
      show(form.formCode);
      handle.focusField(field);
    },
  }));
}

const triesAtMost = 20;

/** Puts the cursor into a control that may still be on its way, because its tab has only just been chosen. */
function focusWhenShown(id: string, tries = 0): void {
  const element = document.getElementById(id);
  if (element !== null && element.offsetParent !== null) focusControl(id);
  else if (tries < triesAtMost) requestAnimationFrame(() => focusWhenShown(id, tries + 1));
}
