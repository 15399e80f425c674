import type { SubmittedForm } from '#contract/submitted-form.ts';

/** One faulty field of a form on the screen, with the way to it. */
export interface FormProblem {
  /** `表单 · 字段：原因`. */
  text: string;
  go: () => void;
}

/** What the handler bar asks of the forms above it. */
export interface HandledForms {
  /** Everything wrong in the forms that may be edited, all at once; empty when they are fine. */
  check(): readonly FormProblem[];
  /** The values that this person may edit, form by form. */
  collect(): SubmittedForm[];
}

export const noForms: HandledForms = { check: () => [], collect: () => [] };
