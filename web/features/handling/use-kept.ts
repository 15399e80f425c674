import { useEffect, useState } from 'react';

/** What was chosen in a dialog, by name; it belongs to the bar, which outlives its dialogs. */
export type KeptChoices = Map<string, unknown>;

/**
 * State of a dialog that is there again when the dialog comes back: a fault of the form takes the person to the form, and
 * what was chosen must not be lost by it.
 */
export function useKept<T>(kept: KeptChoices, name: string, standing: T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => (kept.has(name) ? (kept.get(name) as T) : standing));
  useEffect(() => {
    kept.set(name, value);
  }, [kept, name, value]);
  return [value, setValue];
}
