import { useEffect, useState } from 'react';

const debounceMilliseconds = 800;

/** A text once it has rested for 800 ms (S0 §9); cleared text counts at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === '') {
      setSettled('');
      return;
    }
    const timer = setTimeout(() => setSettled(text), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
