import { useEffect, useRef, useState } from 'react';

/**
 * Gives the focus of a dialog that is taken away while it is open to the element that opened it, or as `instead` does; not where
 * the person has put it somewhere already.
 */
export function useFocusReturn(instead?: () => void): void {
  const [opener] = useState(() => document.activeElement);
  const latest = useRef(instead);
  latest.current = instead;
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const lost = document.activeElement === null || document.activeElement === document.body;
        if (!lost) return;
        if (latest.current) latest.current();
        else if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
}
