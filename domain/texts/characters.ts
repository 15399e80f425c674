/**
 * Counts the characters of a text as readers do: a rare character outside the basic plane is one, although it
 * takes two code units in a string. Every limit in characters of the specification is counted in this way.
 */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count += 1;
  return count;
}

export const tooLongText = (limit: number, subject = '') => `${subject}不能超过${limit}个字符`;

/** Returns the message about a text longer than `limit` characters; `subject` is the label of the text. */
export function problemOfLength(text: string, limit: number, subject = ''): string | undefined {
  return countCharacters(text) > limit ? tooLongText(limit, subject) : undefined;
}

/**
 * White space of any width, and invisible characters: zero-width ones, fillers, direction marks, and the
 * blank characters of Braille, hieroglyphs, Khitan and musical notation.
 */
const blankText =
  /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800\u{13441}\u{13442}\u{16fe4}\u{1d159}]*$/u;

/** Line ends, control characters, lone surrogates, and direction marks. */
const forbiddenInNames = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

export const oneLineMessage = '不能换行，也不能含有控制字符';

/**
 * Checks whether a text can be a name: a single line that is displayed as it is stored. A line end breaks
 * lists and documents, and a direction mark makes a name look like another.
 */
export function isOneLine(text: string): boolean {
  return !forbiddenInNames.test(text);
}

/** Returns the message about a name that fails `isOneLine`; `subject` is the label of the field. */
export function problemOfLine(text: string, subject: string): string | undefined {
  return isOneLine(text) ? undefined : `${subject}${oneLineMessage}`;
}

/** Checks whether every JavaScript object inherits a property of that name, so that it is no safe key. */
export function isInheritedProperty(name: string): boolean {
  return name in Object.prototype;
}

/** Checks whether a text has no visible character, so that a required text is missing. */
export function isBlank(text: string): boolean {
  return blankText.test(text);
}
