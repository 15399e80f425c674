import { useEffect, useState } from 'react';

/** Choices in the dialogs, by name; they belong to the bar, which exists longer than its dialogs. */
export type StoredChoices = Map<string, unknown>;

/**
 * Stores the state of a dialog until the dialog opens again: a validation problem leads the user to the form,
 * and the choices must not be lost.
 */
export function useStoredChoice<T>(
  storedChoices: StoredChoices,
  name: string,
  fallback: T,
): [T, (value: T) => void] {
  const [value, setValue] = useState(() =>
    storedChoices.has(name) ? (storedChoices.get(name) as T) : fallback,
  );
  useEffect(() => {
    storedChoices.set(name, value);
  }, [storedChoices, name, value]);
  return [value, setValue];
}
