import { useState } from 'react';

/** Time in which a closing dialog returns the focus to its opener; navigation follows after it. */
const closingMs = 200;

/**
 * Returns a function that closes a dialog and goes to a place on the page behind it, unless the user already
 * types elsewhere.
 */
export function useGoWhenClosed(onClose: () => void): (go: () => void) => void {
  const [opener] = useState(() => document.activeElement);
  return (go) => {
    onClose();
    setTimeout(() => {
      const focused = document.activeElement;
      const isTyping = focused?.matches('input, textarea, select, [contenteditable]') === true;
      if (focused === opener || !isTyping || focused.closest('.ant-modal') !== null) go();
    }, closingMs);
  };
}
