import { useState } from 'react';

/** The dialog gives the focus back to its opener while it closes; where it leads to is asked for after that. */
const closingMs = 200;

/**
 * Returns a function that closes a dialog and goes to a place on the page behind it, unless the person was quicker and types
 * elsewhere already.
 */
export function useGoWhenClosed(onClose: () => void): (go: () => void) => void {
  const [opener] = useState(() => document.activeElement);
  return (go) => {
    onClose();
    setTimeout(() => {
      const now = document.activeElement;
      const types = now?.matches('input, textarea, select, [contenteditable]') === true;
      if (now === opener || !types || now.closest('.ant-modal') !== null) go();
    }, closingMs);
  };
}
