import { useEffect, useState } from 'react';

const debounceMilliseconds = 800;

/** A text once it has rested for 800 ms (S0 §9), or as long as is asked for; cleared text counts at once. */
export function useSettled(text: string, milliseconds = debounceMilliseconds): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === '') {
      setSettled('');
      return;
    }
    const timer = setTimeout(() => setSettled(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return text === '' ? '' : settled;
}
