/** Returns the query string; empty and null values are dropped, lists repeat the name (S0 §5). */
export function writeQuery(query: Record<string, unknown> = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    for (const item of Array.isArray(value) ? value : [value]) pairs.append(name, String(item));
  }
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
}
