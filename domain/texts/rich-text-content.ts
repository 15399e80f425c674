import { isBlank } from './characters.ts';
import { isRichText } from './rich-text.ts';

/**
 * Reads the markup of a rich text: its pictures, its depth, and its text. Each function takes time proportional to
 * the length of any text, whether it is clean or not.
 */

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const pictureAddress = new RegExp(`^/file/files/(${uuid})/preview$`);

/** Returns the address of a picture inside a text: the preview of its file (S2 §7), for readers of the order. */
export function addressOfPicture(fileId: string): string {
  return `/file/files/${fileId}/preview`;
}

/** Returns the id of the file that an address inside a text refers to; undefined if it refers to none. */
export function pictureAt(address: string): string | undefined {
  return pictureAddress.exec(address)?.[1];
}

interface Tag {
  /** Name in lower case. */
  name: string;
  isClosing: boolean;
  /** The tag itself, for its attributes. */
  markup: string;
}

/** Returns the position behind a tag; a > inside quotes does not end it. */
function endOfTag(html: string, start: number): number | undefined {
  let quote = '';
  for (let at = start; at < html.length; at += 1) {
    const character = html[at];
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return undefined;
}

/** Yields the texts and tags of a markup in their order. */
function* partsOf(html: string): Generator<string | Tag> {
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) break;
    if (open > at) yield html.slice(at, open);
    const name = /^<(\/?)([a-z][a-z0-9]{0,15})/i.exec(html.slice(open, open + 18));
    const end = name ? endOfTag(html, open) : open + 1;
    if (end === undefined) {
      at = open;
      break;
    }
    if (name) {
      const markup = html.slice(open, end);
      yield { name: (name[2] ?? '').toLowerCase(), isClosing: name[1] === '/', markup };
    } else yield '<';
    at = end;
  }
  if (at < html.length) yield html.slice(at);
}

const namedCharacters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function withCharacters(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return namedCharacters[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function attributeOf({ markup }: Tag, name: 'src' | 'alt'): string {
  const found = new RegExp(`\\s${name}=(?:"([^"]*)"|'([^']*)')`, 'i').exec(markup);
  return withCharacters(found?.[1] ?? found?.[2] ?? '');
}

/** Returns the ids of the files that are pictures in the text, each once. */
export function picturesIn(html: string): string[] {
  const ids = new Set<string>();
  if (!/<img\s/i.test(html)) return [];
  for (const part of partsOf(html)) {
    if (typeof part === 'string' || part.name !== 'img') continue;
    const id = pictureAt(attributeOf(part, 'src'));
    if (id !== undefined) ids.add(id);
  }
  return [...ids];
}

/** Tags without content. */
const voidTags = new Set(['br', 'hr', 'img', 'col']);

/** Returns the number of elements that are inside each other at the deepest place. */
export function depthOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const part of partsOf(html)) {
    if (typeof part === 'string' || voidTags.has(part.name)) continue;
    depth = part.isClosing ? Math.max(0, depth - 1) : depth + 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

const blocks = new Set([
  ...['p', 'div', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'ul', 'ol', 'li', 'hr'],
  ...['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr'],
]);

const raisedCharacters = new Map(
  [...'0123456789+-=()n'].map((each, at) => [each, [...'⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ'][at]]),
);
const loweredCharacters = new Map(
  [...'0123456789+-=()'].map((each, at) => [each, [...'₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎'][at]]),
);

/** Collects the lines of a text while its markup is read. */
class Lines {
  readonly #lines: string[] = [];
  #line = '';
  /** True while the line has nothing but the mark of its list item. */
  #isFresh = true;

  add(text: string): void {
    if (text === '') return;
    this.#line += text;
    this.#isFresh = false;
  }

  /** Begins a line with the mark of a list item. */
  mark(mark: string): void {
    this.end();
    this.#line = mark;
    this.#isFresh = true;
  }

  /** Ends the line, if it has content. */
  end(): void {
    if (!this.#isFresh) this.break();
  }

  /** Ends the line, even an empty one. */
  break(): void {
    this.#lines.push(this.#line.trimEnd());
    this.#line = '';
    this.#isFresh = true;
  }

  text(): string {
    this.end();
    return this.#lines.join('\n').replace(/\n+$/, '');
  }
}

/**
 * Returns the text without markup, for documents, exports, searches and comparisons: a line for each paragraph, list
 * items with their mark, digits of superscripts and subscripts as such characters, and a note for each picture.
 * Sizes, colours, alignment and the pictures themselves are lost.
 */
export function textOfRichText(html: string): string {
  if (!isRichText(html)) return html;
  const lines = new Lines();
  const lists: { isOrdered: boolean; count: number }[] = [];
  const scripts: ReadonlyMap<string, string | undefined>[] = [];
  for (const part of partsOf(html)) {
    if (typeof part === 'string') {
      const text = withCharacters(part).replace(/[\r\n\t]+/g, ' ');
      const script = scripts.at(-1);
      lines.add(script ? [...text].map((each) => script.get(each) ?? each).join('') : text);
      continue;
    }
    const { name, isClosing } = part;
    if (name === 'br') lines.break();
    else if (name === 'img') {
      const alt = attributeOf(part, 'alt');
      lines.add(alt === '' ? '［图片］' : `［图片：${alt}］`);
    } else if (name === 'sup' || name === 'sub') {
      if (isClosing) scripts.pop();
      else scripts.push(name === 'sup' ? raisedCharacters : loweredCharacters);
    } else if ((name === 'td' || name === 'th') && isClosing) lines.add('\t');
    else if (name === 'p' && isClosing && lists.length === 0) lines.break();
    else if (blocks.has(name)) {
      lines.end();
      if (name === 'ul' || name === 'ol') {
        if (isClosing) lists.pop();
        else lists.push({ isOrdered: name === 'ol', count: 0 });
      } else if (name === 'li' && !isClosing) {
        const list = lists.at(-1);
        if (list) list.count += 1;
        lines.mark('  '.repeat(Math.max(0, lists.length - 1)) + (list?.isOrdered ? `${list.count}. ` : '• '));
      }
    }
  }
  return lines.text();
}

/** Checks whether a rich text shows nothing: no visible character and no picture. */
export function isBlankRichText(html: string): boolean {
  if (!isRichText(html)) return isBlank(html);
  for (const part of partsOf(html)) {
    const showsNothing = typeof part === 'string' ? isBlank(withCharacters(part)) : part.name !== 'img';
    if (!showsNothing) return false;
  }
  return true;
}
