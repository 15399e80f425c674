import { useState } from 'react';

/**
 * Returns the first answer for as long as the screen is mounted: an editor opens with it, and neither a
 * restored connection, nor its own saving, nor a later version resets the typed text. A cached answer does
 * not count while `queries` is being loaded again.
 */
export function useFirstAnswer<T>(
  answer: T | undefined,
  queries: readonly { isFetching: boolean }[],
): T | undefined {
  const currentAnswer = queries.some(({ isFetching }) => isFetching) ? undefined : answer;
  const [first, setFirst] = useState(currentAnswer);
  if (first === undefined && currentAnswer !== undefined) setFirst(currentAnswer);
  return first ?? currentAnswer;
}
