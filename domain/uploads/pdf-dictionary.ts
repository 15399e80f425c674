/** Reads dictionaries of streams like a PDF reader: forward, from the word `obj` on. */

/** Characters between two tokens: white space and comments. */
const gapPattern = /(?:[\0\t\n\f\r ]+|%[^\r\n]*)*/y;
const wordPattern = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;

/**
 * Finds the start of each stream (at the word `stream`) and its dictionary as text. Every `obj` is tried,
 * also inside a text, because a file can direct a reader to any of them; if two dictionaries end at one
 * stream, both are returned.
 */
export function streamDictionaries(text: string): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (let at = text.indexOf('obj'); at >= 0; at = text.indexOf('obj', at + 3)) {
    const start = skip(gapPattern, text, at + 3);
    if (!text.startsWith('<<', start)) continue;
    const end = endOfDictionary(text, start);
    if (end === undefined) continue;
    const stream = skip(gapPattern, text, end);
    if (!text.startsWith('stream', stream)) continue;
    found.set(stream, [...(found.get(stream) ?? []), text.slice(start, end)]);
  }
  return found;
}

function skip(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function endOfDictionary(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at = skip(gapPattern, text, at)) {
    if (text.startsWith('<<', at)) {
      depth += 1;
      at += 2;
    } else if (text.startsWith('>>', at)) {
      depth -= 1;
      at += 2;
      if (depth === 0) return at;
    } else if (text[at] === '(') {
      at = endOfText(text, at);
    } else if (text[at] === '<') {
      const end = text.indexOf('>', at);
      if (end < 0) return undefined;
      at = end + 1;
    } else at = Math.max(skip(wordPattern, text, at), at + 1);
  }
  return undefined;
}

/** Returns the end of a text; round brackets inside a text are paired or follow a backslash. */
function endOfText(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '(') depth += 1;
    else if (text[at] === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}
