import JSZip from 'jszip';

/**
 * A document prepared for the drawing library: a copy in which all text is where the library expects it, and
 * its content.
 */
export interface DrawableDocument {
  bytes: Uint8Array;
  /** Characters of the part that is drawn. */
  text: string;
  /** Number of paragraphs after the part that is drawn. */
  removedParagraphs: number;
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
  unwrapContent(content);
  const removedParagraphs = truncateContent(content, maxParagraphs);
  parts.file(path, new XMLSerializer().serializeToString(content));
  const bytes = await parts.generateAsync({ type: 'uint8array' });
  return { bytes, text: textOf(content), removedParagraphs };
}

function mainPartOf(relations: string): string {
  const relationship = [...relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)].find(([tag]) =>
    /\bType="[^"]*\/officeDocument"/.test(tag),
  );
  return /\bTarget="\/?([^"]*)"/.exec(relationship?.[0] ?? '')?.[1] ?? 'word/document.xml';
}

const listOf = (node: Document | Element, name: string) => [...node.getElementsByTagNameNS('*', name)];

/**
 * Wrappers that the library skips with all their content: content controls, simple fields, smart tags, text
 * that was moved here.
 */
const wrapperElements = ['sdtContent', 'sdt', 'fldSimple', 'smartTag', 'customXml', 'moveTo'] as const;
const propertyElements = new Set(['sdtPr', 'sdtEndPr', 'smartTagPr', 'customXmlPr', 'fldData']);

/** Replaces the wrappers of text by their content; for ruby text, the reading is placed after its word. */
function unwrapContent(content: Document): void {
  for (const name of wrapperElements)
    for (const wrapper of listOf(content, name))
      wrapper.replaceWith(...[...wrapper.children].filter((child) => !propertyElements.has(child.localName)));
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
export function truncateContent(content: Document, maxCount: number): number {
  const [body] = listOf(content, 'body');
  let paragraphCount = 0;
  let removedParagraphs = 0;
  for (const block of [...(body?.children ?? [])]) {
    if (block.localName === 'sectPr') continue;
    const paragraphs = block.localName === 'p' ? 1 : listOf(block, 'p').length;
    if (paragraphCount > 0 && paragraphCount + paragraphs > maxCount) {
      removedParagraphs += paragraphs;
      block.remove();
    } else paragraphCount += paragraphs;
  }
  return removedParagraphs;
}

/**
 * Returns every visible character except white space: without moved text, and without a drawing's fallback
 * for old programs.
 */
export function textOf(content: Document): string {
  const isVisible = (text: Element) => {
    for (let ancestor = text.parentElement; ancestor; ancestor = ancestor.parentElement)
      if (ancestor.localName === 'moveFrom' || ancestor.localName === 'Fallback') return false;
    return true;
  };
  return listOf(content, 't')
    .filter(isVisible)
    .map((text) => text.textContent ?? '')
    .join('')
    .replace(/\s/g, '');
}

/** Returns how many of the characters were not drawn. */
export function countMissing(text: string, drawn: string): number {
  const countsOfDrawn = new Map<string, number>();
  for (const character of drawn) countsOfDrawn.set(character, (countsOfDrawn.get(character) ?? 0) + 1);
  let missing = 0;
  for (const character of text) {
    const remaining = countsOfDrawn.get(character) ?? 0;
    if (remaining > 0) countsOfDrawn.set(character, remaining - 1);
    else missing += 1;
  }
  return missing;
}
