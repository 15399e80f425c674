/** Escapes a text for LIKE: a typed `%`, `_` or backslash is no wildcard (security rule 5). */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
