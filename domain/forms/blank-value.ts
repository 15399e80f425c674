/** Checks that a value contains nothing: no text, no list entry, or only blank values by name. */
export function isBlankValue(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every(isBlankValue);
}
