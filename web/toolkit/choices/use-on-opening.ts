import { useState } from 'react';

/**
 * Begins anew what a dialog holds, each time that it opens and at no other: while it is open its screen may be drawn again
 * for any reason, and what somebody has chosen so far must outlive that.
 */
export function useOnOpening(open: boolean, begin: () => void): void {
  const [was, setWas] = useState(false);
  if (open === was) return;
  setWas(open);
  if (open) begin();
}
