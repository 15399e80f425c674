import type { SubmittedForm } from '#contract/submitted-form.ts';
import type { FieldBinding } from '#domain/forms/bound-fields.ts';
import type { Problem } from '#domain/refusals/refusals.ts';

/** One faulty field of a form on the screen, with the way to it. */
export interface FormProblem {
  /** `表单 · 字段：原因`. */
  text: string;
  go: () => void;
}

/** A field that a button has set, with its texts before and after. */
export interface FieldChange {
  formName: string;
  title: string;
  /** Empty where nothing was chosen before. */
  from: string;
  to: string;
  takeBack: () => void;
}

/** A field that this person typed in and another person has changed meanwhile. */
export interface FormConflict {
  /** Of the field and the change: another one when it is changed once more. */
  key: string;
  formName: string;
  title: string;
  /** As text; empty where the field is. */
  mine: string;
  theirs: string;
  by: string;
  /** ISO text. */
  at: string;
  /** Brings the field into view, open for typing. */
  go: () => void;
  choose(choice: 'beside' | 'own'): void;
}

/** The forms above the handler bar, as the bar uses them. */
export interface HandledForms {
  /**
   * Takes over the content of the frames of third parties, before anything is checked or sent; returns the problems
   * where a frame is silent or refuses. Undefined where there is no such frame, so that the caller need not wait.
   */
  gather(): Promise<readonly FormProblem[]> | undefined;
  /** Everything wrong in the forms that may be edited, all at once; empty when they are fine. */
  check(): readonly FormProblem[];
  /** Returns the changes by others in fields that were edited here, before anything is sent. */
  conflicts(): readonly FormConflict[];
  /** Takes what the order holds now under what is typed. */
  refresh(): Promise<void>;
  /** Returns the typed content, form by form, with the content upon which it was typed. */
  collect(): SubmittedForm[];
  /** Sets what goes with a button where the form says something else or nothing (docs/decisions/0083). */
  agree(binds: readonly FieldBinding[]): readonly FieldChange[];
  /** Checks whether the forms say what goes with the button, all of it. */
  agrees(binds: readonly FieldBinding[]): boolean;
  /** Called after every edit. */
  onEdit(listener: () => void): () => void;
  /** Marks the problems from the server at their fields (`<form code>.<field>`); one without a field has no `go`. */
  take(problems: readonly Problem[]): readonly (Omit<FormProblem, 'go'> & Partial<FormProblem>)[];
}

export const noForms: HandledForms = {
  gather: () => undefined,
  check: () => [],
  conflicts: () => [],
  refresh: async () => undefined,
  collect: () => [],
  agree: () => [],
  agrees: () => false,
  onEdit: () => () => undefined,
  take: (problems) => problems.map(({ message }) => ({ text: message })),
};
