import { useState } from 'react';

/**
 * Returns the key of an editor of a definition, and a function that reopens the editor with the newest
 * content.
 */
export function useReopen(name: string): [key: string, reopen: () => void] {
  const [count, setCount] = useState(0);
  return [`${name} ${count}`, () => setCount((current) => current + 1)];
}
