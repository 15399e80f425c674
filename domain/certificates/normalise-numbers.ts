/** Normalises pasted numbers and names into the one form that is stored, compared and checked. */

/**
 * Spaces of every kind and invisible characters, which are copied along from tables, chats and scanned
 * documents.
 */
const invisibleCharacters = /[\s\p{Zs}\p{Cf}]+/gu;
/** Hyphens and dashes of every kind. */
const dashes = /[\p{Pd}\u2212]/gu;

/** Returns a number without spaces, with half-width letters and digits. */
export function normaliseNumber(text: string): string {
  return text.normalize('NFKC').replace(invisibleCharacters, '').replace(dashes, '-');
}

/**
 * Returns a phone number without spaces, a mobile number also without hyphens and country code: +86
 * 138-0013-8000 becomes 13800138000.
 */
export function normalisePhone(text: string): string {
  const number = normaliseNumber(text);
  const mobile = /^(?:\+86|0086|86)?(1\d{10})$/.exec(
    number.replaceAll('-', '').replace(/^\((\+?86)\)/, '$1'),
  )?.[1];
  return mobile ?? number;
}

/** Returns a name with single spaces, and with the dot of official documents between its parts: 阿依古丽·买买提. */
export function normaliseName(text: string): string {
  return text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .trim()
    .replace(/(?<=\p{Script=Han}) ?[.．。•・‧∙･●⋅᛫·] ?(?=\p{Script=Han})/gu, '·');
}
