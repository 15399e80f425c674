import { useEffect, useState } from 'react';

const debounceMilliseconds = 800;

/**
 * Returns a text once it has not changed for 800 ms (S0 §9) or the given time; cleared text counts at once.
 */
export function useDebounced(text: string, milliseconds = debounceMilliseconds): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    if (text === '') {
      setDebounced('');
      return;
    }
    const timer = setTimeout(() => setDebounced(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return text === '' ? '' : debounced;
}
