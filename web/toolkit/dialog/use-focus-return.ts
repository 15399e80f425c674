import { useEffect, useState } from 'react';

/** Gives the focus back to the opener of a dialog that is taken away while it is open: the dialog itself cannot. */
export function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
}
