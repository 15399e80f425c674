/** Reads dictionaries of streams like a PDF reader: forward, from the keyword `obj` on. */

/** Characters between two tokens: white space and comments. */
const gapPattern = /(?:[\0\t\n\f\r ]+|%[^\r\n]*)*/y;
const wordPattern = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;

/**
 * Finds the start of each stream (at the keyword `stream`) and its dictionary as text. Every `obj` is tried,
 * also inside a text, because a file can direct a reader to any of them; if two dictionaries end at one
 * stream, both are returned.
 */
export function streamDictionaries(text: string): Map<number, string[]> {
  const dictionaries = new Map<number, string[]>();
  for (let position = text.indexOf('obj'); position >= 0; position = text.indexOf('obj', position + 3)) {
    const start = skip(gapPattern, text, position + 3);
    if (!text.startsWith('<<', start)) continue;
    const end = endOfDictionary(text, start);
    if (end === undefined) continue;
    const stream = skip(gapPattern, text, end);
    if (!text.startsWith('stream', stream)) continue;
    dictionaries.set(stream, [...(dictionaries.get(stream) ?? []), text.slice(start, end)]);
  }
  return dictionaries;
}

function skip(pattern: RegExp, text: string, position: number): number {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : position;
}

function endOfDictionary(text: string, start: number): number | undefined {
  let depth = 0;
  for (let position = start; position < text.length; position = skip(gapPattern, text, position)) {
    if (text.startsWith('<<', position)) {
      depth += 1;
      position += 2;
    } else if (text.startsWith('>>', position)) {
      depth -= 1;
      position += 2;
      if (depth === 0) return position;
    } else if (text[position] === '(') {
      position = endOfText(text, position);
    } else if (text[position] === '<') {
      const end = text.indexOf('>', position);
      if (end < 0) return undefined;
      position = end + 1;
    } else position = Math.max(skip(wordPattern, text, position), position + 1);
  }
  return undefined;
}

/** Returns the end of a text; round brackets inside a text are paired or follow a backslash. */
function endOfText(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '(') depth += 1;
    else if (text[index] === ')') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return text.length;
}
