/**
 * How many characters a text has as people count them: a rare character outside the basic plane is one, though it takes
 * two places in a string. Every limit of the specification that speaks of characters counts so.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}
