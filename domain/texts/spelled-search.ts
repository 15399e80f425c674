/**
 * Searches for a name by its characters, its pinyin or initials, or a mixture of them (`千岛湖`, `qiandaohu`,
 * `qdh`, `qiandh`, `千dh`), typed with any width, tone or separator.
 */

/** Returns typed text in the form of the search keys: lower case, half width, without tones, `ü` as `v`. */
export function searchKeyOf(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/u\u0304?\u0308/g, 'v')
    .replace(/(?<=[a-z])[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .trim();
}

/** Returns the search key of typed text without its separators. */
export function lettersOf(query: string): string {
  return [...searchKeyOf(query)].filter((character) => !separators.test(character)).join('');
}

/** Checks whether typed text has a Latin letter, so that it may be pinyin. */
export const mayBePinyin = (query: string): boolean => /[a-z]/.test(searchKeyOf(query));

const separators = /[\s'’‘`·.-]/;
const letter = /[a-z0-9]/;

/**
 * Returns the PostgreSQL regular expression that finds typed text in a search key, which consists of a code
 * and of characters after their pinyin (` 330127 chun淳 an安 xian县 `). A letter continues the pinyin of the
 * current character, or begins that of the next; a character, or a letter after a separator or a character,
 * always begins the next. Empty for an empty query.
 */
export function spellingPattern(query: string): string {
  let pattern = '';
  let before: 'start' | 'letter' | 'character' | 'separator' = 'start';
  for (const character of searchKeyOf(query)) {
    if (separators.test(character)) {
      if (before !== 'start') before = 'separator';
      continue;
    }
    const isLetter = letter.test(character);
    const skipToNext = before === 'start' ? ' ' : '[^ ]* ';
    if (isLetter)
      pattern += before === 'letter' ? `(?:${skipToNext})?${character}` : `${skipToNext}${character}`;
    else pattern += `${skipToNext}[a-z0-9]*${literal(character)}`;
    before = isLetter ? 'letter' : 'character';
  }
  return pattern;
}

/**
 * Returns a `like` pattern that matches every key that `spellingPattern` finds: the characters in their
 * order.
 */
export function spellingLikePattern(query: string): string {
  const characters = [...lettersOf(query)];
  const [first = '', ...others] = characters.map((character) => character.replace(/[\\%_]/, '\\$&'));
  return `%${letter.test(first) ? ' ' : ''}${[first, ...others].join('%')}%`;
}

const literal = (character: string) => (/[!-~]/.test(character) ? `\\${character}` : character);
