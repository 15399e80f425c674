import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

export interface Printing<Part> {
  /** True while the page is being printed, by its own button or by the browser's. */
  printing: boolean;
  /** The part to print; undefined for the whole. */
  part: Part | undefined;
  print: (part?: Part) => void;
}

/**
 * Returns whether the page is being printed: content for paper exists only meanwhile. It is drawn before the
 * browser renders the print, which follows right after the event; a chosen part stays chosen until that print
 * is over.
 */
export function usePrinting<Part = never>(): Printing<Part> {
  const [printing, setPrinting] = useState(false);
  const [part, setPart] = useState<Part>();
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => {
      setPrinting(false);
      setPart(undefined);
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  const print = (printedPart?: Part) => {
    flushSync(() => setPart(printedPart));
    window.print();
  };
  return { printing, part, print };
}
