/** JSON with the keys of every object in one order, so that equal values have equal text (hashes, audit chain). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, current: unknown) =>
    typeof current === 'object' && current !== null && !Array.isArray(current)
      ? Object.fromEntries(Object.entries(current).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : current,
  );
}
