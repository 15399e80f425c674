/** A piece of a text, and whether it matches the search. */
export interface TextSegment {
  text: string;
  isMatch: boolean;
}

/** Returns a plain text with its first match of the search text marked. */
export function markText(text: string, search: string): TextSegment[] {
  const index = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase());
  if (index < 0) return [{ text, isMatch: false }];
  return toSegments([
    [text.slice(0, index), false],
    [text.slice(index, index + search.length), true],
    [text.slice(index + search.length), false],
  ]);
}

/**
 * Returns a pinyin such as `hu dong` as one word, with the letters marked that a search by full pinyin
 * (`hud`) or by initials (`hd`) found; both may begin at any syllable.
 */
export function markPinyin(pinyin: string, search: string): TextSegment[] {
  const syllables = pinyin.split(' ').filter(Boolean);
  const joined = syllables.join('');
  const searchText = search.toLowerCase();
  if (searchText === '') return toSegments([[joined, false]]);
  for (let first = 0; first < syllables.length; first += 1) {
    const before = syllables.slice(0, first).join('');
    const after = syllables.slice(first);
    if (after.join('').startsWith(searchText)) {
      return toSegments([
        [before, false],
        [searchText, true],
        [joined.slice(before.length + searchText.length), false],
      ]);
    }
    const initials = after.map((syllable) => syllable.charAt(0)).join('');
    if (initials.startsWith(searchText)) {
      const segments = after.flatMap((syllable, index): [string, boolean][] => [
        [syllable.charAt(0), index < searchText.length],
        [syllable.slice(1), false],
      ]);
      return toSegments([[before, false], ...segments]);
    }
  }
  return toSegments([[joined, false]]);
}

function toSegments(parts: readonly (readonly [string, boolean])[]): TextSegment[] {
  return parts.flatMap(([text, isMatch]) => (text === '' ? [] : [{ text, isMatch }]));
}
