import type { SubmittedForm } from '#contract/submitted-form.ts';
import type { FieldBinding } from '#domain/forms/bound-fields.ts';
import type { Problem } from '#domain/refusals/refusals.ts';

/** One invalid field of a form on the screen, with a function that goes to it. */
export interface FormProblem {
  /** Text in the form `表单 · 字段：原因`. */
  text: string;
  go: () => void;
}

/** A field with another answer than a button implies: the text of its answer, and that of the implied one. */
export interface FieldContradiction {
  formName: string;
  title: string;
  /** Empty if nothing was chosen before. */
  from: string;
  to: string;
}

/** A field that a button has set, with its texts before and after. */
export interface FieldChange extends FieldContradiction {
  undo: () => void;
}

/** A field that this person typed in and another person has changed meanwhile. */
export interface FormConflict {
  /** Identifies the field and the change: a new one after each further change. */
  key: string;
  formName: string;
  title: string;
  /** Value as text; empty for an empty field. */
  mine: string;
  theirs: string;
  by: string;
  /** Time as ISO text. */
  at: string;
  /** Scrolls to the field and opens it for typing. */
  go: () => void;
  choose(choice: 'alternative' | 'own'): void;
}

/** The forms above the handler bar, as the bar uses them. */
export interface HandledForms {
  /**
   * Collects the content of third-party frames before checking or sending; returns the problems of frames
   * that do not answer or refuse. Undefined without such frames, so that the caller need not wait.
   */
  collectFrames(): Promise<readonly FormProblem[]> | undefined;
  /**
   * Executes the rules of the library in these forms before `check`, which then shows their tips. Undefined if there
   * is nothing to wait for.
   */
  settleRules(): Promise<unknown> | undefined;
  /** Returns all problems of the editable forms; empty if there are none. */
  check(): readonly FormProblem[];
  /** Returns the fields that were edited here and changed by other people, before anything is sent. */
  conflicts(): readonly FormConflict[];
  /** Updates the forms to the order's current values and keeps the input. */
  refresh(): Promise<void>;
  /** Returns the typed content, form by form, with the content on which it is based. */
  collect(): SubmittedForm[];
  /** Returns the field with the longest value, for a submission that is too large; undefined if all are empty. */
  longestField(): { title: string; go: () => void } | undefined;
  /** Returns the answered fields that contradict a button; pressing it must not change them without a question. */
  contradictions(binds: readonly FieldBinding[]): readonly FieldContradiction[];
  /** Sets the field values that a button implies, if the form has others or none (docs/decisions/0083). */
  applyBindings(binds: readonly FieldBinding[]): readonly FieldChange[];
  /** Checks whether the forms have all values that the button implies. */
  matchesBindings(binds: readonly FieldBinding[]): boolean;
  /** Called after every edit. */
  onEdit(listener: () => void): () => void;
  /**
   * Marks the problems from the server at their fields (`<form code>.<field>`); one without a field has no
   * `go`.
   */
  showProblems(problems: readonly Problem[]): readonly (Omit<FormProblem, 'go'> & Partial<FormProblem>)[];
}

export const noForms: HandledForms = {
  collectFrames: () => undefined,
  settleRules: () => undefined,
  check: () => [],
  conflicts: () => [],
  refresh: async () => undefined,
  collect: () => [],
  longestField: () => undefined,
  contradictions: () => [],
  applyBindings: () => [],
  matchesBindings: () => false,
  onEdit: () => () => undefined,
  showProblems: (problems) => problems.map(({ message }) => ({ text: message })),
};
