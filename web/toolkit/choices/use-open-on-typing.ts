import { useState } from 'react';

/**
 * Opens the dialog of a region box; characters typed in the box before the dialog is open go to its search.
 */
export function useOpenOnTyping() {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  return {
    isOpen,
    typed,
    /** The handlers of `RegionBox`. */
    box: {
      onOpen: () => setOpen(true),
      onType: (letter: string) => setTyped((before) => before + letter),
    },
    close() {
      setOpen(false);
      setTyped('');
    },
  };
}
