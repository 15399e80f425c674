import { useState } from 'react';

/**
 * Returns the key of an editor of a definition, and a function that reopens the editor with the newest
 * content.
 */
export function useReopen(name: string): [key: string, openAnew: () => void] {
  const [times, setTimes] = useState(0);
  return [`${name} ${times}`, () => setTimes((before) => before + 1)];
}
