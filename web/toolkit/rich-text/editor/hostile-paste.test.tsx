import { cleanup, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { textColours } from '#domain/forms/kinds/rich-text/text-colours.ts';
import { formLimits } from '#domain/forms/limits.ts';
import { isBlankRichText } from '#domain/texts/rich-text-content.ts';
import { randomCases } from '#test/world/random-cases.ts';
import { fontSizes } from './schema.ts';
import { openEditor, paste } from './test-editor.tsx';

// The server's packages have no browser types, so its cleaner is imported by a name that TypeScript does not resolve.
const serverSide: string = '#server/adapters/rich-text/clean-rich-text.ts';
let cleanFormText: (text: string) => string;
beforeAll(async () => {
  ({ cleanFormText } = (await import(serverSide)) as { cleanFormText: typeof cleanFormText });
});
afterEach(cleanup);

const files = import.meta.glob<string>('../../../../domain/texts/vectors/rich-text.*.txt', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Returns the samples of a file, as `test/vectors/read-vectors.ts` reads them. */
const read = (name: string) =>
  (files[`../../../../domain/texts/vectors/rich-text.${name}.txt`] ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split(' # ')[0]?.trim() ?? '');
const samples = [...read('hostile'), ...read('pasted'), ...read('honest')];

/** Everything that the editors may write. */
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  p: ['style'],
  h2: ['style'],
  h3: ['style'],
  h4: ['style'],
  span: ['style'],
  img: ['src', 'alt', 'width'],
  ol: ['start'],
};
const tags = [...Object.keys(attributesOf), ...['br', 'ul', 'li', 'strong', 'em', 'u', 's', 'sup', 'sub']];
const styleValue =
  /^(text-align: (center|right|justify);?|text-indent: 2em;?|font-size: \d+px;?|color: rgb\([\d, ]+\);?| )*$/;

function violationsOf(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return [...body.querySelectorAll('*')].flatMap((element) => {
    const { localName } = element;
    if (!tags.includes(localName)) return [`tag ${localName}`];
    return [...element.attributes].flatMap(({ name, value }) => {
      if (!attributesOf[localName]?.includes(name)) return [`${localName} ${name}`];
      if (name === 'src' && !/^\/file\/files\/[0-9a-f-]{36}\/preview$/.test(value)) return [`src ${value}`];
      return name === 'style' && !styleValue.test(value) ? [`style ${value}`] : [];
    });
  });
}

/** Returns markup in one spelling: styles without blanks, other things as a browser writes them. */
function shapeOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('[style]')) {
    const style = (element.getAttribute('style') ?? '').replaceAll(/\s*([;:,])\s*/g, '$1').replace(/;$/, '');
    element.removeAttribute('style');
    element.setAttribute('style', style);
  }
  return body.innerHTML;
}

/** Returns the value that an editor reports: a text that shows nothing is empty. */
const reported = (html: string) => (isBlankRichText(html) ? '' : html);

describe('a paste beyond the limits', () => {
  const { pastedMarkupLength, pastedMarkupTags, richTextLength, textLength } = formLimits;
  it.each([
    [
      '3.6 MB of markup',
      { html: `<p>${'字<b>粗</b>'.repeat(400_000)}</p>`, plain: '字粗'.repeat(400_000) },
      `没有粘贴：内容过长，连同格式不能超过${pastedMarkupLength}个字符，可以粘贴为纯文本`,
    ],
    [
      'too many tags',
      { html: '<b>粗</b>'.repeat(pastedMarkupTags / 2), plain: '粗' },
      '没有粘贴：格式过多，可以粘贴为纯文本',
    ],
    ['a long text', { plain: '字'.repeat(textLength + 1) }, `没有粘贴：内容不能超过${textLength}个字符`],
    [
      'a text that is too long together with the one in the editor',
      { html: `<p>${'字'.repeat(textLength)}</p>`, plain: '字' },
      `没有粘贴：内容不能超过${textLength}个字符`,
    ],
    [
      'markup that is too long once it is cleaned',
      { html: '<p style="text-align: center">字</p>'.repeat(richTextLength / 30), plain: '字' },
      `没有粘贴：内容过长，连同格式不能超过${richTextLength}个字符`,
    ],
  ])('is refused with its reason and changes nothing: %s', (_name, data, message) => {
    const { text, values } = openEditor({ value: '<p>原文</p>' });
    paste(text, data);
    expect(screen.getByText(message)).toBeDefined();
    expect(text.textContent).toBe('原文');
    expect(values).toEqual([]);
    paste(text, { html: '<p>短</p>', plain: '短' });
    expect(screen.queryByText(message)).toBeNull();
    expect(text.textContent).toContain('短');
  });

  it('is refused by size before any of it is parsed', () => {
    const { text } = openEditor();
    const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
    paste(text, { html: '<p>字</p>'.repeat(400_000), plain: '字' });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('takes a text of exactly the limit', () => {
    const { text } = openEditor();
    paste(text, { plain: '字'.repeat(textLength) });
    expect(text.textContent).toHaveLength(textLength);
    expect(screen.queryByText(/没有粘贴/)).toBeNull();
  });
});

it('the corpus has at least 60 hostile samples', () => {
  expect(new Set([...read('hostile'), ...read('pasted')]).size).toBeGreaterThanOrEqual(60);
});

describe.each(['formatted', 'plain'] as const)('pasted into the %s editor', (kind) => {
  it('no sample leaves anything behind but the editor’s own markup, which the server keeps', () => {
    const { text, editor } = openEditor({ kind });
    for (const sample of samples) {
      editor.commands.clearContent();
      paste(text, { html: sample, plain: '替代' });
      const html = editor.getHTML();
      expect(violationsOf(html), sample).toEqual([]);
      expect(html, sample).not.toMatch(/evil|file:|onerror=(?!alert\(1\)&gt;)|alert\(1\)"/);
      expect(
        document.querySelector('[class*="text"] :is(script, iframe, style, form, svg)'),
        sample,
      ).toBeNull();
      expect(shapeOf(cleanFormText(html)), sample).toBe(shapeOf(reported(html)));
    }
  });
});

it('the plain editor keeps only superscripts and subscripts of pasted markup (S2 §2)', () => {
  const { text, editor, values } = openEditor({ kind: 'plain' });
  paste(text, { html: '<b>x<sup>2</sup></b><script>alert(1)</script>' });
  expect(values.at(-1)).toBe('<p>x<sup>2</sup></p>');
  editor.commands.clearContent();
  paste(text, { html: '<h2 style="color:red">H<sub>2</sub>O</h2><ul><li><em>甲</em></li><li>乙</li></ul>' });
  expect(values.at(-1)).toBe('<p>H<sub>2</sub>O</p><p>甲</p><p>乙</p>');
});

it('the formatted editor keeps the format that it has, of Word too', () => {
  const { text, values } = openEditor();
  paste(text, {
    html: `<p class=MsoNormal style='text-align:center;text-indent:24.0pt'><b>关于<span style='font-size:16.0pt'>答复</span></b>的
说明<o:p></o:p></p><h1>一</h1><table><tr><td>甲</td><td>乙</td></tr></table>`,
  });
  expect(shapeOf(values.at(-1) ?? '')).toBe(
    '<p style="text-align:center;text-indent:2em"><strong>关于<span style="font-size:22px">答复</span></strong>的说明</p>' +
      '<h2>一</h2><p>甲\u2003乙</p>',
  );
});

it('whatever the editor writes survives the whitelist of the server unchanged, and opens again as it was', () => {
  const mark = fc.oneof(
    fc
      .constantFrom('bold', 'italic', 'underline', 'strike', 'superscript', 'subscript')
      .map((type) => ({ type })),
    fc.constantFrom(...fontSizes).map((size) => ({ type: 'fontSize', attrs: { value: `${size}px` } })),
    fc.constantFrom(...Object.keys(textColours)).map((value) => ({ type: 'colour', attrs: { value } })),
  );
  const words = fc.record({
    type: fc.constant('text'),
    text: fc
      .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
      .map((text) => text.replaceAll(/[\s\p{Cc}]/gu, '字')),
    marks: fc.uniqueArray(mark, {
      maxLength: 4,
      selector: ({ type }) => (type.endsWith('script') ? 'script' : type),
    }),
  });
  const picture = fc.record({
    type: fc.constant('picture'),
    attrs: fc.record({ file: fc.uuid().map((id) => id.toLowerCase()), alt: fc.string({ maxLength: 9 }) }),
  });
  const inline = fc.array(
    fc.oneof({ weight: 4, arbitrary: words }, picture, fc.constant({ type: 'hardBreak' })),
    {
      maxLength: 5,
    },
  );
  const attrs = fc.record({
    align: fc.constantFrom(null, 'center', 'right', 'justify'),
    indented: fc.boolean(),
  });
  const paragraph = fc.record({ type: fc.constant('paragraph'), attrs, content: inline });
  const heading = fc.record({
    type: fc.constant('heading'),
    attrs: fc.tuple(attrs, fc.constantFrom(2, 3, 4)).map(([others, level]) => ({ ...others, level })),
    content: inline,
  });
  const list = fc.record({
    type: fc.constantFrom('bulletList', 'orderedList'),
    content: fc.array(
      paragraph.map((only) => ({ type: 'listItem', content: [only] })),
      { minLength: 1, maxLength: 3 },
    ),
  });
  const doc = fc.array(fc.oneof(paragraph, heading, list), { minLength: 1, maxLength: 4 });
  const { editor } = openEditor();
  fc.assert(
    fc.property(doc, (content) => {
      editor.commands.setContent({ type: 'doc', content });
      const [html, json] = [editor.getHTML(), JSON.stringify(editor.getJSON())];
      const stored = cleanFormText(html);
      expect(shapeOf(stored)).toBe(shapeOf(reported(html)));
      if (stored === '') return;
      editor.commands.setContent(stored);
      expect(JSON.stringify(editor.getJSON())).toBe(json);
    }),
    { numRuns: randomCases(300) },
  );
});
