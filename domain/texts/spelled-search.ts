/**
 * Searches for a name by its characters, its pinyin or initials, or a mixture of them (`千岛湖`, `qiandaohu`, `qdh`, `qiandh`,
 * `千dh`), typed with any width, tone or separator.
 */

/** Returns typed text in the letters that keys of a search are kept in: small, of usual width, without tones, `ü` as `v`. */
export function searchLetters(typed: string): string {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/u\u0304?\u0308/g, 'v')
    .replace(/(?<=[a-z])[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .trim();
}

const separators = /[\s'’‘`·.-]/;
const letter = /[a-z0-9]/;

/**
 * Returns the pattern of the regular expressions of PostgreSQL that finds typed text in a key of a code and
 * of characters after their readings (` 330127 chun淳 an安 xian县 `). A letter continues the reading of the one
 * before, or begins that of the next character; a character, or a letter after a separator or a character,
 * always begins the next. Empty for an empty query.
 */
export function spellingPattern(typed: string): string {
  let pattern = '';
  let before: 'start' | 'letter' | 'character' | 'separator' = 'start';
  for (const sign of searchLetters(typed)) {
    if (separators.test(sign)) {
      if (before !== 'start') before = 'separator';
      continue;
    }
    const isLetter = letter.test(sign);
    const toNext = before === 'start' ? ' ' : '[^ ]* ';
    if (isLetter) pattern += before === 'letter' ? `(?:${toNext})?${sign}` : `${toNext}${sign}`;
    else pattern += `${toNext}[a-z0-9]*${literal(sign)}`;
    before = isLetter ? 'letter' : 'character';
  }
  return pattern;
}

/** Returns a pattern of `like` that every key fits which `spellingPattern` finds: the signs in their order. */
export function likeSpelled(typed: string): string {
  const signs = [...searchLetters(typed)].filter((sign) => !separators.test(sign));
  const [first = '', ...others] = signs.map((sign) => sign.replace(/[\\%_]/, '\\$&'));
  return `%${letter.test(first) ? ' ' : ''}${[first, ...others].join('%')}%`;
}

const literal = (sign: string) => (/[!-~]/.test(sign) ? `\\${sign}` : sign);
