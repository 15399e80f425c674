import { useState } from 'react';

/**
 * Resets the contents of a dialog each time that it opens, and at no other time: its screen may render again
 * while it is open, and the choices made so far must be kept.
 */
export function useResetOnOpen(open: boolean, reset: () => void): void {
  const [wasOpen, setWasOpen] = useState(false);
  if (open === wasOpen) return;
  setWasOpen(open);
  if (open) reset();
}
