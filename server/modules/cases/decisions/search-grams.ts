/** Texts whose small letters are certainly the same in JavaScript and in any PostgreSQL. */
const hasPlainCase = /^(?:\p{ASCII}|\P{Changes_When_Lowercased})*$/u;

/**
 * Returns the characters and pairs of characters by which an order is searched, as PostgreSQL's `search_grams`
 * does at a fifth of the cost of a start; null for a text with capital letters of other alphabets, which only
 * PostgreSQL turns into the small letters that a search compares.
 */
export function searchGrams(text: string): string[] | null {
  if (!hasPlainCase.test(text)) return null;
  const characters = [...text.toLowerCase()];
  return [
    ...new Set([
      ...characters,
      ...characters.slice(1).map((character, index) => `${characters[index]}${character}`),
    ]),
  ];
}
