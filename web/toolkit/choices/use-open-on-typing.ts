import { useState } from 'react';

/**
 * Opens the dialog of a region box; characters typed in the box before the dialog is open go to its search.
 */
export function useOpenOnTyping() {
  const [isOpen, setOpen] = useState(false);
  const [typedText, setTypedText] = useState('');
  return {
    isOpen,
    typedText,
    /** The handlers of `RegionBox`. */
    box: {
      onOpen: () => setOpen(true),
      onType: (letter: string) => setTypedText((before) => before + letter),
    },
    close() {
      setOpen(false);
      setTypedText('');
    },
  };
}
