import type { ApplicantTerm } from '../applicants/applicant-term.ts';
import { type Fact, PictureFact } from './placeholders.ts';

/** A character of a document that no font has: on the page it would be an empty box. */
export interface MissingGlyph {
  /** Path of the fact that contains it, as templates write it; `templateField` for the template itself. */
  field: string;
  letter: string;
  /** Code point such as `U+20BB7`. */
  codePoint: string;
}

/** Replaces the path if no fact contains the character. */
export const templateField = '文书模板';
/** Largest number of listed characters; a document with more has another problem than rare names. */
const maxMissing = 50;

/** Matches characters that are never drawn: blanks, line ends, and characters that only affect others. */
const invisibleCharacter = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}]/u;

/**
 * Lists the characters of a document that no font has, with the facts that contain them, each pair once.
 * `facts` are those that the template uses, by their paths.
 */
export function missingGlyphs(
  document: unknown,
  facts: Readonly<Record<string, Fact>>,
  hasGlyph: (codePoint: number) => boolean,
): MissingGlyph[] {
  const isMissing = (letter: string) =>
    !invisibleCharacter.test(letter) && !hasGlyph(letter.codePointAt(0) ?? 0);
  const letters = new Set(textsIn(document).flatMap(({ text }) => [...text].filter(isMissing)));
  const sources = Object.entries(facts).flatMap(([path, fact]) => textsIn(fact, path));
  const entries = [...letters].flatMap((letter) => {
    const fields = new Set(sources.filter(({ text }) => text.includes(letter)).map(({ path }) => path));
    if (fields.size === 0) fields.add(templateField);
    return [...fields].map((field) => ({ field, letter, codePoint: codePointOf(letter) }));
  });
  return entries.slice(0, maxMissing);
}

/** Replaces the applicant in the paths by the item's term: 信访人姓名 for 申请人.姓名. */
export function withApplicantTerm(term: ApplicantTerm, missing: readonly MissingGlyph[]): MissingGlyph[] {
  return missing.map((entry) => ({ ...entry, field: entry.field.replace(/^申请人\./, term) }));
}

/** Returns a sentence with the characters that appear as empty boxes, and advice; empty if there are none. */
export function missingGlyphsText(missing: readonly MissingGlyph[]): string {
  if (missing.length === 0) return '';
  const descriptions = missing.map(
    ({ field, letter, codePoint }) => `${field}中的“${letter}”（${codePoint}）`,
  );
  return `${descriptions.join('、')}没有字形，文书上会显示为空框；请换用其他写法，或请系统管理员安装含生僻字的字体后重新生成`;
}

/** Returns the code point in the notation of fonts and input methods, such as `U+20BB7`. */
function codePointOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Returns every text in a value; a text in a list has the path of the list. */
function textsIn(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (value instanceof PictureFact) return [{ path, text: value.text }];
  if (Array.isArray(value)) return value.flatMap((entry) => textsIn(entry, path));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    textsIn(entry, path === '' ? name : `${path}.${name}`),
  );
}
