/**
 * Words that two petitions share. A petition has no marks between its words, so that a shared word is a run of at
 * least two characters which both texts contain; runs of everyday words are no sign of the same matter
 * (docs/decisions/0234).
 */

/** Number of characters of a petition that are compared; the rest is ignored. */
export const comparedLength = 2_000;
/** Number of characters of the longest run; a longer one counts as several. */
const longestRun = 30;
/** Places of one pair of characters that are tried; a text that repeats a pair more often is not compared further. */
const triedPlaces = 12;
/**
 * Number of characters from which on a run counts although all its pairs are common: many people write the same letter
 * about one matter, and then its own words are common.
 */
const longWord = 12;
/** Characters of grammar: a run of two with one of them, such as 为由 or 年的, is no word of a matter. */
const grammar = /[的了在是和与及也又就都而从把被向对为以由于其之所但并或将已未不无有]/u;
/** Digits alone are no word: parts of house and file numbers agree by chance, longer numbers do not. */
const shortNumber = /^\d{2,4}$/;
/** Number of shared words that are shown. */
const shownWords = 6;

/** Words that petitions contain whatever their matter; they separate the compared words. */
const everydayWords =
  '反映 要求 希望 请求 恳请 我们 本人 他们 大家 没有 有关 关于 问题 情况 解决 部门 领导 一直 已经 现在 目前 可以 因为 所以 但是 而且 进行 导致 造成 影响 居民 群众 村民 严重 多次 至今 尽快 这个 那个 什么 怎么 不能 不是 还是 就是 认为 表示 相关 政府 单位 给予 答复 来信 来访 来电 信访 投诉 督促 查处 核实 上述 以及 自己 由于 为了 之后 之前 时间 今年 去年 每天 每晚 晚上 白天'.split(
    ' ',
  );
/** Dates: two letters of one month share them, whatever they are about. */
const dates = '(?:\\d{2}|\\d{4})年(?:\\d{1,2}月)?(?:\\d{1,2}[日号])?|\\d{1,2}月(?:\\d{1,2}[日号])?';
const separators = new RegExp(`${dates}|${everydayWords.join('|')}|[^\\p{Script=Han}\\p{L}\\p{N}]+`, 'gu');

/**
 * Returns a text as it is compared: small half-width letters and digits, without invisible characters and line breaks
 * inside a sentence; everyday words, dates and punctuation replaced by one space.
 */
export function comparedText(text: string): string {
  return text
    .slice(0, comparedLength)
    .normalize('NFKC')
    .slice(0, comparedLength)
    .toLowerCase()
    .replace(/\p{Cf}+/gu, '')
    .replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
    .replace(separators, ' ')
    .trim();
}

/** Returns the pairs of neighbouring characters of a compared text, each once. */
export function pairsOf(compared: string): string[] {
  const characters = [...compared];
  const pairs = new Set<string>();
  for (const [index, character] of characters.slice(1).entries()) {
    const before = characters[index] ?? ' ';
    if (before !== ' ' && character !== ' ') pairs.add(before + character);
  }
  return [...pairs];
}

/** Words that two petitions share, and how many characters they have together. */
export interface SharedWords {
  /** The longest first, at most six. */
  words: string[];
  /** Number of characters of all shared words, each word once. */
  letters: number;
}

/**
 * Returns the words that both compared texts contain. A word that consists only of pairs that `isCommon` names
 * (names of the place, words of every petition of the office) does not count, unless it is long.
 */
export function sharedWords(
  compared: string,
  other: string,
  isCommon: (pair: string) => boolean = () => false,
): SharedWords {
  const own = [...compared];
  const theirs = [...other];
  const places = new Map<string, number[]>();
  for (let index = 0; index + 1 < own.length; index++) {
    const pair = `${own[index]}${own[index + 1]}`;
    const known = places.get(pair);
    if (known === undefined) places.set(pair, [index]);
    else if (known.length < triedPlaces) known.push(index);
  }
  const found = new Set<string>();
  for (let index = 0; index + 1 < theirs.length; ) {
    const length = longestMatch(own, theirs, index, places);
    if (length >= 2) found.add(theirs.slice(index, index + length).join(''));
    index += Math.max(1, length);
  }
  const counted = [...found]
    .filter((word) => !shortNumber.test(word) && ([...word].length > 2 || !grammar.test(word)))
    .filter((word) => [...word].length >= longWord || pairsOf(word).some((pair) => !isCommon(pair)))
    .sort((a, b) => b.length - a.length);
  const words: string[] = [];
  for (const word of counted) if (!words.some((longer) => longer.includes(word))) words.push(word);
  return {
    words: words.slice(0, shownWords),
    letters: words.reduce((sum, word) => sum + [...word].length, 0),
  };
}

/** Returns how many characters from `start` on stand in the own text too, without a space. */
function longestMatch(
  own: readonly string[],
  theirs: readonly string[],
  start: number,
  places: ReadonlyMap<string, readonly number[]>,
): number {
  let longest = 0;
  for (const place of places.get(`${theirs[start]}${theirs[start + 1]}`) ?? []) {
    let length = 0;
    while (
      length < longestRun &&
      theirs[start + length] !== undefined &&
      theirs[start + length] !== ' ' &&
      theirs[start + length] === own[place + length]
    ) {
      length++;
    }
    longest = Math.max(longest, length);
  }
  return longest;
}
