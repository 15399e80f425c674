/** Checks that two values are the same JSON; the order of keys does not matter. */
export function isSame(left: unknown, right: unknown): boolean {
  if (Object.is(left, right)) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [leftEntries, rightEntries] = [Object.entries(left), Object.entries(right)];
  return (
    leftEntries.length === rightEntries.length &&
    leftEntries.every(([key, value]) => Object.hasOwn(right, key) && isSame(value, Reflect.get(right, key)))
  );
}
