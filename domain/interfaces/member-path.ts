/** A path of members joined by dots, as authors write it for the answer of another system. */
export const memberPath = /^[\w-]{1,60}(\.[\w-]{1,60}){0,5}$/;

/** Returns the member at a path; reads own members only, so that no path reaches inherited ones. */
export function memberAt(value: unknown, path: string): unknown {
  let current = value;
  for (const name of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, name)) return undefined;
    current = (current as Readonly<Record<string, unknown>>)[name];
  }
  return current;
}

/** Returns a text, number or truth value of another system as text without control characters; '' for all else. */
export function plainText(value: unknown): string {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value)))
    return String(value);
  if (typeof value !== 'string') return '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: characters that a text must not contain
  const text = value.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
  return text.trim().toWellFormed();
}
