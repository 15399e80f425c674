/** Number of characters of a title that fit in one line beside a control. */
const lineCharacters = 7;
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter('zh', { granularity: 'word' }) : undefined;

/**
 * Returns the words between which a long title may break. A single character belongs to the word before it:
 * the dictionary of the browser separates 代表 and 人.
 */
export function wordsOfTitle(title: string): string[] {
  if (segmenter === undefined || title.length <= lineCharacters) return [title];
  const words: string[] = [];
  for (const { segment } of segmenter.segment(title)) {
    const previous = words.at(-1);
    const belongsToPrevious = segment.length === 1 || previous?.length === 1;
    if (previous !== undefined && belongsToPrevious) words[words.length - 1] = previous + segment;
    else words.push(segment);
  }
  return words;
}
