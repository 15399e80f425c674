/** Number of characters of size two (22 pt) in a line of 156 mm. */
const charactersPerLine = 20;
/** Largest number of lines, above the needs of any title; the last one contains the rest of the text. */
const maxLines = 6;

/** Characters that must not begin a line, and those that must not end one. */
const forbiddenAtStart = /^[，。、；：？！”’）》〉】〕%]/u;
const forbiddenAtEnd = /[“‘（《〈【〔第]$/u;

const wordSegmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * Breaks a title into lines of whole words and similar length, as GB/T 9704 §7.3.1 requires. Line breaks by
 * the author are kept.
 */
export function breakTitle(title: string): string[] {
  return title.split('\n').flatMap((line) => balanceLines(line.trim()));
}

function balanceLines(title: string): string[] {
  const length = [...title].length;
  const count = Math.min(maxLines, Math.ceil(length / charactersPerLine));
  if (count <= 1) return [title];
  const lines: string[] = [];
  let remaining = title;
  for (let left = count; left > 1; left -= 1) {
    const breakIndex = bestBreak(remaining, left);
    lines.push(remaining.slice(0, breakIndex));
    remaining = remaining.slice(breakIndex);
  }
  return [...lines, remaining];
}

/**
 * Returns the end of the first of so many lines: near its share of the text, preferably after 的, and never
 * longer than a line.
 */
function bestBreak(text: string, lines: number): number {
  const share = [...text].length / lines;
  let best = { at: text.length, cost: Number.POSITIVE_INFINITY };
  let length = 0;
  for (const { segment, index } of wordSegmenter.segment(text)) {
    length += [...segment].length;
    const breakIndex = index + segment.length;
    const remainingLength = [...text].length - length;
    const isAllowed =
      length <= charactersPerLine &&
      remainingLength <= charactersPerLine * (lines - 1) &&
      remainingLength > 0;
    const breaksRule = forbiddenAtStart.test(text.slice(breakIndex)) || forbiddenAtEnd.test(segment);
    const cost =
      Math.abs(length - share) -
      (segment.endsWith('的') ? 1.5 : 0) +
      (isAllowed ? 0 : 100) +
      (breaksRule ? 50 : 0);
    if (cost < best.cost) best = { at: breakIndex, cost };
  }
  return best.at;
}
