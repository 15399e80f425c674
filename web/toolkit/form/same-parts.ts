import { useState } from 'react';

/** Checks whether two objects have the same parts; a list in another array counts as another part. */
export function hasSameParts<Value extends object>(now: Value, before: Value): boolean {
  const keys = Object.keys(now) as (keyof Value)[];
  return keys.length === Object.keys(before).length && keys.every((key) => Object.is(now[key], before[key]));
}

/** Returns the same object as before while all its parts are the same, so that its readers are not rendered again. */
export function useSameParts<Value extends object>(value: Value): Value {
  const [kept, setKept] = useState(value);
  if (hasSameParts(value, kept)) return kept;
  setKept(value);
  return value;
}
