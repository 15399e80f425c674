import { useState } from 'react';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { problemOfReason } from '#domain/opinions/opinion.ts';
import type { useProblems } from '#web/toolkit/dialog/use-problems.ts';

/**
 * Returns the reason in a dialog and its field; the problem disappears when the user types. Spread `field` into a
 * `CountedText`.
 */
export function useReason({
  problems,
  clearProblem,
}: Pick<ReturnType<typeof useProblems>, 'problems' | 'clearProblem'>) {
  const [value, setValue] = useState('');
  const lengthProblem = problemOfReason(value);
  const onChange = (text: string) => {
    setValue(text);
    clearProblem('reason');
  };
  return {
    value: value.trim(),
    isTooLong: lengthProblem !== undefined,
    field: { max: maxReasonLength, value, problem: lengthProblem ?? problems.reason, onChange },
  };
}
