/** Numbers and names as people paste them, in the one spelling that is kept, compared and checked. */

/**
 * Spaces of every kind and invisible characters, which come along from tables, chats and scanned documents.
 */
const unseen = /[\s\p{Zs}\p{Cf}]+/gu;
/** Hyphens and dashes of every kind. */
const dash = /[\p{Pd}\u2212]/gu;

/** Returns a number without spaces, its letters and figures in their narrow form. */
export function tidyNumber(text: string): string {
  return text.normalize('NFKC').replace(unseen, '').replace(dash, '-');
}

/**
 * Returns a telephone number without spaces, a mobile one also without hyphens and the code of the country:
 * +86 138-0013-8000 is 13800138000.
 */
export function tidyPhone(text: string): string {
  const number = tidyNumber(text);
  const mobile = /^(?:\+86|0086|86)?(1\d{10})$/.exec(
    number.replaceAll('-', '').replace(/^\((\+?86)\)/, '$1'),
  )?.[1];
  return mobile ?? number;
}

/**
 * Returns a name with one space where there were several, and with the dot between its parts that official
 * documents use: 阿依古丽·买买提.
 */
export function tidyName(text: string): string {
  return text
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\s\p{Zs}]+/gu, ' ')
    .trim()
    .replace(/(?<=\p{Script=Han}) ?[.．。•・‧∙･●⋅᛫·] ?(?=\p{Script=Han})/gu, '·');
}
