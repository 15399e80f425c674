/**
 * How many characters a text has as people count them: a rare character outside the basic plane is one, though it takes
 * two places in a string. Every limit of the specification that speaks of characters counts so.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

/** What is said of a text that is longer than `limit` characters; `subject` is what the reader calls it. */
export function faultOfLength(text: string, limit: number, subject = ''): string | undefined {
  return countCharacters(text) > limit ? `${subject}不能超过${limit}个字符` : undefined;
}
