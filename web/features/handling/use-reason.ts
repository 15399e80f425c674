import { useState } from 'react';
import { maxReasonLength } from '#domain/opinions/limits.ts';
import { problemOfReason } from '#domain/opinions/opinion.ts';
import type { useProblems } from '#web/toolkit/dialog/use-problems.ts';

/**
 * Holds the reason in a dialog: a text whose problem disappears as the user types. Spread `field` into a
 * `CountedText`.
 */
export function useReason({
  problems,
  clearProblem,
}: Pick<ReturnType<typeof useProblems>, 'problems' | 'clearProblem'>) {
  const [value, setValue] = useState('');
  const tooLong = problemOfReason(value);
  const onChange = (text: string) => {
    setValue(text);
    clearProblem('reason');
  };
  return {
    value: value.trim(),
    isTooLong: tooLong !== undefined,
    field: { max: maxReasonLength, value, problem: tooLong ?? problems.reason, onChange },
  };
}
