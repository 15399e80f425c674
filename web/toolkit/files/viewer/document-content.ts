import JSZip from 'jszip';

/**
 * A document prepared for the drawing library: a copy in which all text is where the library expects it, and
 * its content.
 */
export interface DrawableDocument {
  bytes: Uint8Array;
  /** Characters of the part that is drawn. */
  letters: string;
  /** Number of paragraphs after the part that is drawn. */
  paragraphsLeftOut: number;
}

/** Each paragraph takes some milliseconds; a longer document would block the page for many seconds. */
const maxParagraphs = 3000;

/** Prepares a text document for drawing; returns undefined if it has no main part. */
export async function prepareDocument(file: Blob | Uint8Array): Promise<DrawableDocument | undefined> {
  const parts = await JSZip.loadAsync(file instanceof Uint8Array ? file : await file.arrayBuffer());
  const path = mainPartOf((await parts.file('_rels/.rels')?.async('string')) ?? '');
  const text = await parts.file(path)?.async('string');
  if (text === undefined) return undefined;
  const content = new DOMParser().parseFromString(text, 'application/xml');
  openWrappers(content);
  const paragraphsLeftOut = cutAfter(content, maxParagraphs);
  parts.file(path, new XMLSerializer().serializeToString(content));
  const bytes = await parts.generateAsync({ type: 'uint8array' });
  return { bytes, letters: lettersOf(content), paragraphsLeftOut };
}

function mainPartOf(relations: string): string {
  const found = [...relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].find(([one]) =>
    /\bType="[^"]*\/officeDocument"/.test(one),
  );
  return /\bTarget="\/?([^"]*)"/.exec(found?.[0] ?? '')?.[1] ?? 'word/document.xml';
}

const listOf = (node: Document | Element, name: string) => [...node.getElementsByTagNameNS('*', name)];

/**
 * Wrappers that the library skips with all their content: content controls, simple fields, smart tags, text
 * that was moved here.
 */
const wrappers = ['sdtContent', 'sdt', 'fldSimple', 'smartTag', 'customXml', 'moveTo'] as const;
const besideContent = new Set(['sdtPr', 'sdtEndPr', 'smartTagPr', 'customXmlPr', 'fldData']);

/** Replaces the wrappers of text by their content; for ruby text, the reading is placed after its word. */
function openWrappers(content: Document): void {
  for (const name of wrappers)
    for (const wrapper of listOf(content, name))
      wrapper.replaceWith(...[...wrapper.children].filter((child) => !besideContent.has(child.localName)));
  for (const ruby of listOf(content, 'ruby')) {
    const runs = ['rubyBase', 'rt'].flatMap((name) =>
      listOf(ruby, name).flatMap((part) => [...part.children]),
    );
    (ruby.parentElement?.localName === 'r' ? ruby.parentElement : ruby).replaceWith(...runs);
  }
}

/**
 * Removes the content after the given number of paragraphs, by whole blocks of the body; returns how many
 * paragraphs were removed.
 */
export function cutAfter(content: Document, most: number): number {
  const [body] = listOf(content, 'body');
  let seen = 0;
  let leftOut = 0;
  for (const block of [...(body?.children ?? [])]) {
    if (block.localName === 'sectPr') continue;
    const own = block.localName === 'p' ? 1 : listOf(block, 'p').length;
    if (seen > 0 && seen + own > most) {
      leftOut += own;
      block.remove();
    } else seen += own;
  }
  return leftOut;
}

/**
 * Returns every visible character except white space: without moved text, and without a drawing's fallback
 * for old programs.
 */
export function lettersOf(content: Document): string {
  const isSeen = (text: Element) => {
    for (let index = text.parentElement; index; index = index.parentElement)
      if (index.localName === 'moveFrom' || index.localName === 'Fallback') return false;
    return true;
  };
  return listOf(content, 't')
    .filter(isSeen)
    .map((text) => text.textContent ?? '')
    .join('')
    .replace(/\s/g, '');
}

/** Returns how many of the characters were not drawn. */
export function countMissing(letters: string, drawn: string): number {
  const left = new Map<string, number>();
  for (const letter of drawn) left.set(letter, (left.get(letter) ?? 0) + 1);
  let missing = 0;
  for (const letter of letters) {
    const there = left.get(letter) ?? 0;
    if (there > 0) left.set(letter, there - 1);
    else missing += 1;
  }
  return missing;
}
