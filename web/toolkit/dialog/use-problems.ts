import { useState } from 'react';
import { isCallError } from '#web/api/call-error.ts';
import { useFeedback } from '../feedback/use-feedback.ts';

/** Validation problems, by the field of the dialog. */
export type Problems = Readonly<Record<string, string>>;

/**
 * Holds the validation problems of a dialog's fields: found before sending, or reported by the server. A
 * problem that the server reports for no field of the dialog is shown as a notice. A change of a field
 * removes its problem.
 */
export function useProblems() {
  const [errors, setProblems] = useState<Problems>({});
  const feedback = useFeedback();
  const clearProblem = (field: string) => setProblems(({ [field]: _removed, ...others }) => others);
  /** Shows the server's problems at the fields; `fieldOf` returns the field and the text of a problem. */
  const applyServerProblems = (
    failure: unknown,
    fieldOf: (problem: { field: string; message: string }) => Problems,
  ) => {
    const problems = isCallError(failure) ? failure.problems : [];
    const fieldProblems = problems.reduce<Problems>((all, problem) => {
      const fieldProblem = fieldOf(problem);
      return Object.fromEntries([
        ...Object.entries(all),
        ...Object.entries(fieldProblem).map(([field, text]) => [
          field,
          all[field] === undefined ? text : `${all[field]}；${text}`,
        ]),
      ]);
    }, {});
    if (Object.keys(fieldProblems).length === 0) feedback.failure(failure);
    setProblems(fieldProblems);
  };
  return {
    problems: errors,
    showProblems: (fieldProblems: Problems) => setProblems(fieldProblems),
    clearProblem,
    applyServerProblems,
  };
}
