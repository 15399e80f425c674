import type { RichTextEditorKind } from '#domain/forms/kinds/rich-text/rich-text.ts';
import { formLimits } from '#domain/forms/limits.ts';
import { problemOfLength } from '#domain/texts/characters.ts';
import { hiddenImageText } from '#domain/texts/rich-text.ts';
import { pictureAt } from '#domain/texts/rich-text-content.ts';
import { cleanRichText } from '../clean-rich-text.ts';
import { listedSize } from './schema.ts';

export interface PastedMarkup {
  html: string;
  /** Number of pictures that the clipboard names but does not contain, or that belong to other hosts. */
  lostPictures: number;
}

/** Returns why pasted or dropped data is too large to be read at all; checked before any of it is parsed. */
export function problemOfPaste({ html, text }: { html: string; text: string }): string | undefined {
  const { pastedMarkupLength, pastedMarkupTags, textLength } = formLimits;
  if (html.length > pastedMarkupLength)
    return `内容过长，连同格式不能超过${pastedMarkupLength}个字符，可以粘贴为纯文本`;
  if (html.split('<').length > pastedMarkupTags) return '格式过多，可以粘贴为纯文本';
  return problemOfLength(text, textLength, '内容');
}

/** A line end between two Chinese characters, which word processors write anywhere and which is no blank. */
const lineEndInChinese =
  /(?<=[\u3000-\u9fff\uff00-\uffef])[ \t]*[\r\n]+[ \t]*(?=[\u3000-\u9fff\uff00-\uffef])/g;

const sizeInPoints = /(<[a-z][^<>]*?font-size:\s*)(\d{1,3}(?:\.\d+)?)pt/gi;

/** Returns markup of a word processor with the headings and the units of the list of rich texts. */
function inOurUnits(html: string): string {
  return html
    .replaceAll(/(<\/?)h1\b/gi, '$1h2')
    .replaceAll(sizeInPoints, (_, before, points) => `${before}${listedSize(`${points}pt`)}`);
}

/**
 * Returns pasted markup for an editor: cleaned by the list of rich texts, without pictures that are no files of the
 * portal; for the second editor, only text with superscripts and subscripts (S2 §2).
 */
export function pastedMarkup(html: string, kind: RichTextEditorKind): PastedMarkup {
  const cleaned = cleanRichText(inOurUnits(html));
  const { body } = new DOMParser().parseFromString(cleaned, 'text/html');
  const lostPictures = removeForeignPictures(body);
  joinChineseLines(body);
  if (kind === 'plain') return { html: plainMarkup(body), lostPictures };
  writeTablesAsLines(body);
  return { html: body.innerHTML, lostPictures };
}

function removeForeignPictures(body: HTMLElement): number {
  const lost = [
    ...[...body.querySelectorAll('span')].filter(
      ({ textContent, attributes }) => attributes.length === 0 && textContent === hiddenImageText,
    ),
    ...[...body.querySelectorAll('img')].filter(
      (picture) => pictureAt(picture.getAttribute('src') ?? '') === undefined,
    ),
  ];
  for (const element of lost) element.remove();
  return lost.length;
}

function textsIn(body: HTMLElement): Text[] {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

function joinChineseLines(body: HTMLElement): void {
  for (const text of textsIn(body)) text.data = text.data.replaceAll(lineEndInChinese, '');
}

/** Writes each row of a table as a paragraph, with a wide blank between the cells; the editors have no tables. */
function writeTablesAsLines(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const lines = [...table.querySelectorAll('tr')].map((row) => {
      const line = body.ownerDocument.createElement('p');
      for (const [index, cell] of [...row.cells].entries())
        line.append(index === 0 ? '' : '\u2003', cell.textContent.trim().replaceAll(/\s+/g, ' '));
      return line;
    });
    table.replaceWith(...lines);
  }
}

const blocks = 'p, div, h2, h3, h4, h5, h6, blockquote, pre, ul, ol, li, table, caption, tr, hr';

/** Returns the text of an element as paragraphs that contain only `sup` and `sub`. */
function plainMarkup(body: HTMLElement): string {
  const { ownerDocument } = body;
  const result = ownerDocument.createElement('div');
  let line = ownerDocument.createElement('p');
  const endLine = () => {
    if (line.textContent.trim() !== '') result.append(line);
    line = ownerDocument.createElement('p');
  };
  const write = (node: Node): void => {
    for (const child of node.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) line.append(child.textContent ?? '');
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      const element = child as Element;
      const isBlock = element.matches(blocks) || element.localName === 'br';
      const isScript = element.localName === 'sup' || element.localName === 'sub';
      if (isBlock) endLine();
      if (element.matches('td + td, td + th, th + td, th + th')) line.append('\u2003');
      if (isScript) {
        const script = ownerDocument.createElement(element.localName);
        script.textContent = element.textContent;
        line.append(script);
      } else write(element);
      if (isBlock) endLine();
    }
  };
  write(body);
  endLine();
  return result.innerHTML;
}

/** Checks whether markup shows text, so that it counts more than a picture of the same content beside it. */
export function showsText(html: string): boolean {
  if (html === '') return false;
  const { body } = new DOMParser().parseFromString(cleanRichText(html), 'text/html');
  return body.textContent.replaceAll(hiddenImageText, '').trim() !== '';
}
