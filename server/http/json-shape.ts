/** What JSON may hold before anything else is asked of it. */

export const maximumDepth = 32;
export const maximumValues = 50_000;
// What is only just too deep or too much is told its place by `checkShape`.
const mostOfCall = { depth: 2 * maximumDepth, values: 2 * maximumValues };

/**
 * Whether JSON that is not read yet is deeper or has more values than any call takes. Its bytes are looked at once, so
 * that nobody holds the process with what `checkShape` would refuse after the parser has built all of it.
 */
export function isBeyondShape(
  json: Uint8Array,
  most: { depth: number; values: number } = mostOfCall,
): boolean {
  let depth = 0;
  let values = 0;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (inText) {
      if (byte === 0x5c) at += 1;
      else if (byte === 0x22) inText = false;
    } else if (byte === 0x22) inText = true;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > most.depth) return true;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    else if (byte === 0x2c) values += 1;
    if (values > most.values) return true;
  }
  return false;
}

/** What no text of ours may hold: PostgreSQL refuses NUL, and a lone surrogate cannot be written as UTF-8. */
export function isCleanText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The beginning of a text that nobody has checked, as it can be kept: whole characters, none that PostgreSQL refuses. */
export function keepableText(text: string, mostCharacters: number): string {
  return text.slice(0, mostCharacters).toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** What is said of a text that PostgreSQL cannot keep, and of JSON in which there is one. */
export const uncleanText = '含有不允许的字符';

/**
 * JSON that came inside a text or a file, which the shape of its call says nothing about: as deep as what a call may hold, and
 * no text in it that cannot be kept. `most` bounds what may be large.
 */
export function readInnerJson(
  json: string,
  most: { values: number } = { values: Number.POSITIVE_INFINITY },
): { value: unknown } | { fault: 'noJson' | 'beyond' | 'unclean' } {
  if (isBeyondShape(Buffer.from(json), { ...most, depth: mostOfCall.depth })) return { fault: 'beyond' };
  try {
    const value: unknown = JSON.parse(json);
    return isCleanThroughout(value) ? { value } : { fault: 'unclean' };
  } catch {
    return { fault: 'noJson' };
  }
}

/** Of JSON whose depth is bounded. */
function isCleanThroughout(value: unknown): boolean {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isCleanThroughout);
  return Object.entries(value).every(([key, inner]) => isCleanText(key) && isCleanThroughout(inner));
}
