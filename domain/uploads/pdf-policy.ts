import type { UnsafeContentKind } from './danger.ts';

const dangerOfName = {
  JavaScript: 'script',
  Rendition: 'script',
  XFA: 'script',
  Launch: 'launch',
  ImportData: 'launch',
  RichMedia: 'embedded',
  EmbeddedFile: 'attachment',
  EmbeddedFiles: 'attachment',
  FileAttachment: 'attachment',
  Encrypt: 'encrypted',
} as const satisfies Record<string, UnsafeContentKind>;

type DangerousName = keyof typeof dangerOfName;

/**
 * Returns a pattern for all spellings of a PDF name: any character may be written as # and two hexadecimal
 * digits.
 */
function spellingsOf(name: string): string {
  return [...name]
    .map((character) => {
      const hex = character.charCodeAt(0).toString(16);
      const digits = [...hex].map((digit) => (/\d/.test(digit) ? digit : `[${digit}${digit.toUpperCase()}]`));
      return `(?:${character}|#${digits.join('')})`;
    })
    .join('');
}

/** White space and delimiters end a name in PDF. */
const nameEnd = '(?=[\\0\\t\\n\\f\\r ()<>\\[\\]{}/%]|$)';

const dangerousNames = new RegExp(
  `/(?:${Object.keys(dangerOfName)
    .map((name) => `(${spellingsOf(name)})`)
    .join('|')})${nameEnd}`,
  'g',
);
const firstName = new RegExp(`/${spellingsOf('First')}${nameEnd}`);
const countName = new RegExp(`/${spellingsOf('N')}${nameEnd}`);

/**
 * Returns the danger in the bytes of a PDF, given as text: actions that run programs, embedded files,
 * encryption that hides both. Every position is searched, because a file can direct a reader to any of them.
 */
export function dangerOfPdf(text: string): UnsafeContentKind | undefined {
  let isEncrypted = false;
  const names = Object.keys(dangerOfName) as DangerousName[];
  for (const match of text.matchAll(dangerousNames)) {
    const name = names[match.slice(1).findIndex((group) => group !== undefined)];
    // Other contents are the greater danger: an encrypted file may be opened.
    if (name === 'Encrypt') isEncrypted = true;
    else if (name) return dangerOfName[name];
  }
  return isEncrypted ? 'encrypted' : undefined;
}

/**
 * Checks whether a stream's dictionary is that of packed objects, whatever type it declares: a reader needs
 * both keys.
 */
export function isObjectStream(dictionary: string): boolean {
  return firstName.test(dictionary) && countName.test(dictionary);
}

/** Returns the text with all escaped characters of names decoded. */
function plainNames(dictionary: string): string {
  return dictionary.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const filterKey = /\/(?:Filter|F)(?=[\0\t\n\f\r ()<>[\]{}/%])/g;
const supportedFilter =
  '/(?:FlateDecode|Fl|ASCIIHexDecode|AHx|ASCII85Decode|A85)(?![^\\0\\t\\n\\f\\r ()<>\\[\\]{}/%])';
const supportedCompression = new RegExp(
  `/(?:Filter|F)\\s*(?:${supportedFilter}|\\[(?:\\s*${supportedFilter})*\\s*\\])\\s*(?=/|>>)`,
);
const parameters = /\/(?:DecodeParms|DP)(?=[\0\t\n\f\r ()<>[\]{}/%])/;

/**
 * Returns how packed objects are compressed according to their dictionary: not at all, in a supported way, or
 * in another. Other means also a compression that the dictionary alone does not show, and a predictor, which
 * splits names.
 */
export function compressionOf(dictionary: string): 'none' | 'supported' | 'other' {
  const text = plainNames(dictionary);
  if (parameters.test(text)) return 'other';
  const keys = text.match(filterKey)?.length ?? 0;
  if (keys === 0) return 'none';
  return keys === 1 && supportedCompression.test(text) ? 'supported' : 'other';
}

/** Checks whether an unpacked stream begins like packed objects, with pairs of numbers. */
export function looksLikeObjects(head: string): boolean {
  return /^[\0\s]*(?:%[^\r\n]*[\r\n][\0\s]*)*\d+[\0\s]+\d+/.test(head);
}
