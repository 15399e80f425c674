/** Escapes a text for LIKE: a typed `%`, `_` or backslash is no wildcard (security rule 5). */
export function likePattern(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
