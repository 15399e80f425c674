import { useState } from 'react';

/** Checks whether the contents of a dialog, compared as JSON, differ from those it opened with. */
export function useChanged(contents: unknown): () => boolean {
  const [opened] = useState(() => JSON.stringify(contents));
  return () => JSON.stringify(contents) !== opened;
}
