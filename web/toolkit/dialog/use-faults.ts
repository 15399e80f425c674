import { useState } from 'react';
import { isCallError } from '#web/api/call-error.ts';
import { useFeedback } from '../feedback/use-feedback.ts';

/** What is wrong, by the field of the dialog. */
export type Faults = Readonly<Record<string, string>>;

/**
 * Faults of a dialog's fields: found before it is sent, or said by the server. What the server says of no field of the
 * dialog is said as a notice. A field that is changed is mended.
 */
export function useFaults() {
  const [faults, setFaults] = useState<Faults>({});
  const feedback = useFeedback();
  const mend = (field: string) => setFaults(({ [field]: _mended, ...others }) => others);
  /** Puts what the server said at the fields; `at` gives the field of a problem and how it is said there. */
  const take = (failure: unknown, at: (problem: { field: string; message: string }) => Faults) => {
    const problems = isCallError(failure) ? failure.problems : [];
    const found = problems.reduce<Faults>((all, problem) => {
      const said = at(problem);
      return Object.fromEntries([
        ...Object.entries(all),
        ...Object.entries(said).map(([field, text]) => [
          field,
          all[field] === undefined ? text : `${all[field]}；${text}`,
        ]),
      ]);
    }, {});
    if (Object.keys(found).length === 0) feedback.failure(failure);
    setFaults(found);
  };
  return { faults, say: (found: Faults) => setFaults(found), mend, take };
}
