/** Returns JSON with sorted keys, so that equal values have equal text (hashes, audit chain). */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  if ('toJSON' in value) return value;
  const source = value as Record<string, unknown>;
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(source).sort()) {
    // A plain assignment would set the prototype instead of a key.
    if (key === '__proto__')
      Object.defineProperty(result, key, { value: sortKeys(source[key]), enumerable: true });
    else result[key] = sortKeys(source[key]);
  }
  return result;
}
