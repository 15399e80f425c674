import { useState } from 'react';

/** Tells whether a dialog's contents, as JSON has them, are others than those it opened with. */
export function useChanged(contents: unknown): () => boolean {
  const [opened] = useState(() => JSON.stringify(contents));
  return () => JSON.stringify(contents) !== opened;
}
