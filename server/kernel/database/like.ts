/** A text as LIKE takes it literally: `%`, `_` and the backslash that a person typed are no wildcards (security rule 5). */
export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
