/** Only names of Chinese characters are divided; others break at their spaces. */
const onlyHan = /^\p{Script=Han}+$/u;

/**
 * Divides the name of a stage at the places where a line may break: most words have two characters, and no
 * character stands alone on a line.
 */
export function breakInPairs(name: string): string[] {
  if (!onlyHan.test(name)) return [name];
  const characters = [...name];
  const pairs = characters.flatMap((_, index) =>
    index % 2 === 0 ? [characters.slice(index, index + 2).join('')] : [],
  );
  const last = pairs.at(-1) ?? '';
  return pairs.length > 1 && [...last].length === 1
    ? [...pairs.slice(0, -2), `${pairs.at(-2)}${last}`]
    : pairs;
}
