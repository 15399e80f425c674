/** What the library says to whoever hears the page, in a language that no locale of it changes. */
const words: ReadonlyMap<RegExp, readonly (readonly [string, string])[]> = new Map([
  [
    /[\\/]@rc-component[\\/]input-number[\\/]es[\\/]StepHandler\.js$/,
    [
      ["'Increase Value'", "'增加'"],
      ["'Decrease Value'", "'减少'"],
    ],
  ],
]);

export const filesWithWords = [...words.keys()];

/** The file in our language; a word that is no longer there would pass unseen, and is an error. */
export function inOurWords(file: string, code: string): string {
  const [, own = []] = [...words].find(([pattern]) => pattern.test(file)) ?? [];
  let said = code;
  for (const [theirs, ours] of own) {
    if (!said.includes(theirs)) throw new Error(`${file} no longer says ${theirs}`);
    said = said.replaceAll(theirs, ours);
  }
  return said;
}
