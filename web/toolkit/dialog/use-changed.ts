import { useState } from 'react';

/**
 * Returns a function that checks whether the contents of a dialog, compared as JSON, differ from those at
 * opening.
 */
export function useChanged(contents: unknown): () => boolean {
  const [initial] = useState(() => JSON.stringify(contents));
  return () => JSON.stringify(contents) !== initial;
}
