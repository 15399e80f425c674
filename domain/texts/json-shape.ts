/**
 * Limits of a call's input, checked before anything else. Keys have a separate limit: they cost more to build
 * than values, and each unknown key is a problem of its own.
 */
export const shapeLimits = {
  depth: 32,
  values: 50_000,
  keys: 30_000,
  /** Keys of one object: more than a form has fields. */
  keysOfObject: 2_000,
  keyLength: 200,
} as const;

/** Limits of a JSON text; `keyBytes` counts escapes as written. */
interface JsonBounds {
  depth: number;
  values: number;
  keys: number;
  keysOfObject: number;
  keyBytes: number;
}

// Input slightly above a limit is reported by `checkShape` with its place; a character takes up to six bytes
// (`\u4e00`).
const boundsOfCall: JsonBounds = {
  depth: 2 * shapeLimits.depth,
  values: 2 * shapeLimits.values,
  keys: 2 * shapeLimits.keys,
  keysOfObject: 2 * shapeLimits.keysOfObject,
  keyBytes: 12 * shapeLimits.keyLength,
};

/**
 * Checks whether unparsed JSON is deeper, or has more values or keys, than any call accepts. Its bytes are
 * scanned once, so that no client blocks the process with input that `checkShape` would refuse only after
 * parsing.
 */
export function exceedsShapeLimits(json: Uint8Array, bounds: JsonBounds = boundsOfCall): boolean {
  const keysAtDepth = new Array<number>(bounds.depth + 1).fill(0);
  let depth = 0;
  let values = 0;
  let keys = 0;
  let textStart = -1;
  let textBytes = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (textStart >= 0) {
      if (byte === 0x5c) index += 1;
      else if (byte === 0x22) {
        textBytes = index - textStart;
        textStart = -1;
      }
    } else if (byte === 0x22) textStart = index;
    else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      values += 1;
      if (depth > bounds.depth) return true;
      keysAtDepth[depth] = 0;
    } else if (byte === 0x7d || byte === 0x5d) depth -= 1;
    else if (byte === 0x2c) values += 1;
    else if (byte === 0x3a) {
      keys += 1;
      const keysOfThisObject = (keysAtDepth[depth] ?? 0) + 1;
      if (depth > 0) keysAtDepth[depth] = keysOfThisObject;
      if (keys > bounds.keys || keysOfThisObject > bounds.keysOfObject || textBytes > bounds.keyBytes)
        return true;
    }
    if (values > bounds.values) return true;
  }
  return false;
}

/** Checks that a text has no NUL, which PostgreSQL refuses, and no lone surrogate, which cannot be written as UTF-8. */
export function isCleanText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/**
 * Returns the beginning of an unchecked text in a form that can be stored: whole characters, without those
 * that PostgreSQL refuses.
 */
export function storablePrefix(text: string, maxCharacters: number): string {
  return text.slice(0, maxCharacters).toWellFormed().replaceAll('\u0000', '\ufffd');
}

/** Message about a text that PostgreSQL cannot store, and about JSON with such a text. */
export const invalidCharactersText = '含有不允许的字符';

/**
 * Reads JSON from inside a text or a file, which the shape check of the call does not cover: limited in depth
 * and object size like a call, and without texts that cannot be stored. `limits` sets the maximum number of values.
 */
export function readInnerJson(
  json: string,
  limits: { values: number } = { values: Number.POSITIVE_INFINITY },
): { value: unknown } | { problem: 'noJson' | 'tooLarge' | 'invalidText' } {
  const bounds = { ...boundsOfCall, keys: Number.POSITIVE_INFINITY, ...limits };
  if (exceedsShapeLimits(asciiOf(json), bounds)) return { problem: 'tooLarge' };
  try {
    const value: unknown = JSON.parse(json);
    return isCleanThroughout(value) ? { value } : { problem: 'invalidText' };
  } catch {
    return { problem: 'noJson' };
  }
}

/**
 * Returns the characters of a text as bytes; all characters beyond ASCII, which do not affect the shape of
 * JSON, become the same byte.
 */
function asciiOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index++) bytes[index] = Math.min(text.charCodeAt(index), 0x80);
  return bytes;
}

/** Checks every text in JSON whose depth is limited. */
function isCleanThroughout(value: unknown): boolean {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isCleanThroughout);
  return Object.entries(value).every(([key, inner]) => isCleanText(key) && isCleanThroughout(inner));
}
