import { useState } from 'react';

/**
 * Returns the first answer, for as long as the screen stands: an editor is opened with what was there, and neither a
 * connection that comes back, nor its own saving, nor a later version opens it anew without what was typed. An answer
 * kept from an earlier visit does not count while it is `asked` anew.
 */
export function useFirst<T>(answer: T | undefined, asked: readonly { isFetching: boolean }[]): T | undefined {
  const present = asked.some(({ isFetching }) => isFetching) ? undefined : answer;
  const [first, setFirst] = useState(present);
  if (first === undefined && present !== undefined) setFirst(present);
  return first ?? present;
}
