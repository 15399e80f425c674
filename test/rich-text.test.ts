import { describe, expect, test, vi } from 'vitest';
import {
  hiddenImageText,
  richTextAttributes,
  richTextStyles,
  richTextTags,
} from '#domain/texts/rich-text.ts';
import { cleanRichText as cleanOnServer } from '#server/adapters/rich-text/clean-rich-text.ts';
import { readCases } from './vectors/read-vectors.ts';

/**
 * Tests that two libraries clean text by the same list: compares the output of each with the list and with
 * the other's output.
 */

interface Node {
  localName: string;
  attributes: Iterable<{ name: string; value: string }>;
  innerHTML: string;
  querySelectorAll(selector: string): Iterable<Node>;
  removeAttribute(name: string): void;
  setAttribute(name: string, value: string): void;
}

// Server packages have no browser types, so both are imported by a name that TypeScript does not resolve.
const jsdom: string = 'jsdom';
const browserSide: string = '#web/toolkit/rich-text/clean-rich-text.ts';
const { JSDOM } = await import(jsdom);
const { window } = new JSDOM('<!doctype html><body>');
vi.stubGlobal('window', window);
const { cleanRichText, styleName } = (await import(browserSide)) as {
  cleanRichText: (html: string) => string;
  styleName: string;
};
/** Cleans as the page does, which sets each style by code. */
const cleanInBrowser = (html: string) => cleanRichText(html).replaceAll(` ${styleName}="`, ' style="');
// The cleaner has read the window; other files of this worker must not have one.
vi.unstubAllGlobals();

const readValues = (name: string) =>
  readCases(new URL(`../domain/texts/vectors/rich-text.${name}.txt`, import.meta.url)).map(
    ({ value }) => value,
  );
const hostile = readValues('hostile');
const honest = readValues('honest');

function bodyOf(html: string): Node {
  return new window.DOMParser().parseFromString(`<body>${html}</body>`, 'text/html').body;
}

function elementsOf(html: string): Node[] {
  return [...bodyOf(html).querySelectorAll('*')];
}

/** Returns the parts of a text that the list does not allow, as a browser's own parser reads it. */
function violationsOf(html: string): string[] {
  return elementsOf(html).flatMap((element) => {
    const tag = element.localName;
    if (!(richTextTags as readonly string[]).includes(tag)) return [`tag ${tag}`];
    const names = [...(richTextAttributes['*'] ?? []), ...(richTextAttributes[tag] ?? [])];
    const links = tag === 'a' ? ['rel', 'target'] : [];
    return [...element.attributes].flatMap(({ name, value }) => {
      if (![...names, ...links].includes(name)) return [`${tag} ${name}`];
      if (name === 'href' && !/^(https?:|mailto:|tel:|\/[^/\\]|#)/.test(value)) return [`link ${value}`];
      if (name === 'src' && !/^(\/[^/\\]|data:image\/(png|jpeg|gif|webp);base64,)/.test(value))
        return [`image ${value}`];
      if (name === 'target' && value !== '_blank') return [`target ${value}`];
      if (name !== 'style') return [];
      return value.split(';').flatMap((declaration) => {
        const [property = '', styleValue = ''] = declaration.split(':');
        return richTextStyles[property]?.test(styleValue) ? [] : [`style ${declaration}`];
      });
    });
  });
}

/** Returns the markup as a browser reads it, ignoring the spelling of quotes and closing tags. */
function shapeOf(html: string): string {
  const body = bodyOf(html);
  for (const element of body.querySelectorAll('*')) {
    const sorted = [...element.attributes].map(({ name, value }) => [name, value] as const).sort();
    for (const [name] of sorted) element.removeAttribute(name);
    for (const [name, value] of sorted) element.setAttribute(name, value);
  }
  return body.innerHTML;
}

const sides = [
  ['on the server', cleanOnServer],
  ['in the browser', cleanInBrowser],
] as const;

describe.each(sides)('rich text cleaned %s', (_, clean) => {
  test.each(hostile)('loses everything outside the allowlist of %j', (sample) => {
    expect(violationsOf(clean(sample))).toEqual([]);
  });

  test.each(honest)('stays unchanged: %j', (sample) => {
    expect(shapeOf(clean(sample))).toBe(shapeOf(sample));
  });

  test('shows a note in place of an image of a foreign host (S1 §9)', () => {
    const cleaned = clean('<p>图：<img src="https://evil.example/a.png" alt="x"></p>');
    expect(shapeOf(cleaned)).toBe(`<p>图：<span>${hiddenImageText}</span></p>`);
  });

  test('opens links in a new window without a referrer', () => {
    expect(shapeOf(clean('<a href="https://a.gov.cn/x?y=1" target="_top">点</a>'))).toBe(
      '<a href="https://a.gov.cn/x?y=1" rel="noopener noreferrer" target="_blank">点</a>',
    );
  });

  test('does not change when it is cleaned again', () => {
    for (const sample of [...hostile, ...honest])
      expect(shapeOf(clean(clean(sample)))).toBe(shapeOf(clean(sample)));
  });
});

test('browser output has no style attributes, which its content policy forbids', () => {
  for (const sample of honest)
    expect(
      elementsOf(cleanRichText(sample)).filter(({ attributes }) =>
        [...attributes].some(({ name }) => name === 'style'),
      ),
    ).toEqual([]);
  expect(cleanRichText('<p style="color:red">style="x"</p>')).toBe(
    `<p ${styleName}="color:red">style="x"</p>`,
  );
});

test('the browser shows text stored by the server unchanged', () => {
  for (const sample of [...hostile, ...honest]) {
    const stored = cleanOnServer(sample);
    expect(shapeOf(cleanInBrowser(stored))).toBe(shapeOf(stored));
  }
});

test('the allowlist check reports every hostile sample before cleaning', () => {
  const missed = hostile.filter((sample) => violationsOf(sample).length === 0);
  // In the body of a page these are harmless or belong in its head.
  expect(missed).toEqual([]);
});

test('a text without HTML stays unchanged', () => {
  for (const text of ['5 人以上<10 人的', 'a < b > c', '一\n二 & 三']) expect(cleanOnServer(text)).toBe(text);
});
