/**
 * Counts the characters of a text as people count them: a rare character outside the basic plane is one,
 * though it takes two places in a string. Every limit of the specification that speaks of characters counts
 * so.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

export const tooLongText = (limit: number, subject = '') => `${subject}不能超过${limit}个字符`;

/** Returns the message on a text longer than `limit` characters; `subject` is the reader's name for the text. */
export function problemOfLength(text: string, limit: number, subject = ''): string | undefined {
  return countCharacters(text) > limit ? tooLongText(limit, subject) : undefined;
}

/**
 * White space of any width, and characters that are drawn as nothing: zero-width ones, fillers, marks of direction, and
 * the blanks that Unicode counts among the signs of Braille, hieroglyphs, Khitan and musical notes.
 */
const unseen =
  /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]*$/u;

/** Ends of lines, control characters, halves of characters, and the marks that turn the direction in which a text is read. */
const unfitInNames = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const oneLineMessage = '不能换行，也不能含有控制字符';

/**
 * Checks whether a text may be a name: it is a single line, and is read as it is stored. A line end breaks
 * lists and documents, and a mark of direction lets one name be read as another.
 */
export function isOneLine(text: string): boolean {
  return !unfitInNames.test(text);
}

/** Returns the message on a name that fails `isOneLine`; `subject` is the reader's name for the field. */
export function problemOfLine(text: string, subject: string): string | undefined {
  return isOneLine(text) ? undefined : `${subject}${oneLineMessage}`;
}

/**
 * Checks whether every object has something of that name by itself, so that what is kept under it is not
 * found there alone.
 */
export function isOfEveryObject(name: string): boolean {
  return name in Object.prototype;
}

/** Checks whether a text shows nothing, so that a required text is missing. */
export function isBlank(text: string): boolean {
  return unseen.test(text);
}
