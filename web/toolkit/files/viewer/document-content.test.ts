import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { countMissing, prepareDocument, textOf, truncateContent } from './document-content.ts';

const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const bodyOf = (inside: string) =>
  `<w:document xmlns:w="${main}" xmlns:mc="mc"><w:body>${inside}</w:body></w:document>`;
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const paragraph = (inside: string) => `<w:p>${inside}</w:p>`;
const control = (inside: string) =>
  `<w:sdt><w:sdtPr><w:alias w:val="x"/></w:sdtPr><w:sdtContent>${inside}</w:sdtContent></w:sdt>`;
const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`;
const parseBody = (inside: string) => new DOMParser().parseFromString(bodyOf(inside), 'application/xml');

/**
 * Draws a prepared document with docx-preview; returns the drawn text and the characters that the preparation
 * found.
 */
async function renderPrepared(inside: string): Promise<{ text: string; letters: string }> {
  const file = new JSZip();
  file.file(
    '[Content_Types].xml',
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  );
  file.file(
    '_rels/.rels',
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  );
  file.file('word/document.xml', bodyOf(inside));
  const prepared = await prepareDocument(await file.generateAsync({ type: 'uint8array' }));
  if (!prepared) throw new Error('No document');
  const { renderAsync } = await import('docx-preview');
  const place = document.createElement('div');
  await renderAsync(prepared.bytes, place, place, { useBase64URL: true });
  const text = [...place.querySelectorAll('article')].map(({ textContent }) => textContent).join('');
  return { text: text.replace(/\s/g, ''), letters: prepared.text };
}

describe('document with wrapped text', () => {
  it.each([
    [
      'a row in a content control',
      `<w:tbl>${control(`<w:tr>${cell('电话')}${cell('15405713333')}</w:tr>`)}</w:tbl>`,
      '电话15405713333',
    ],
    [
      'a cell in a content control',
      `<w:tbl><w:tr>${cell('来信人')}${control(cell('王小明'))}</w:tr></w:tbl>`,
      '来信人王小明',
    ],
    ['nested content controls', control(control(paragraph(control(run('县住建局'))))), '县住建局'],
    ['a simple field', paragraph(`<w:fldSimple w:instr="MERGEFIELD">${run('9号')}</w:fldSimple>`), '9号'],
    [
      'a ruby text above a word',
      paragraph(
        `<w:r><w:ruby><w:rt>${run('wáng')}</w:rt><w:rubyBase>${run('王')}</w:rubyBase></w:ruby></w:r>`,
      ),
      '王wáng',
    ],
    [
      'moved text',
      paragraph(`<w:moveFrom>${run('原处')}</w:moveFrom><w:moveTo>${run('新处')}</w:moveTo>`),
      '新处',
    ],
  ])('is rendered completely: %s', async (_case, inside, text) => {
    expect(await renderPrepared(inside)).toEqual({ text, letters: text });
  });
});

describe('characters of a document', () => {
  it('are counted as missing once per occurrence', () => {
    expect(countMissing('甲乙乙丙', '乙甲')).toBe(2);
    expect(countMissing('甲乙', '乙 甲丁')).toBe(0);
  });

  it('are those visible to a reader', () => {
    const twice = `<mc:AlternateContent><mc:Choice>${run('框')}</mc:Choice><mc:Fallback>${run('框')}</mc:Fallback></mc:AlternateContent>`;
    expect(textOf(parseBody(paragraph(`${run('甲 乙')}${twice}`)))).toBe('甲乙框');
  });
});

describe('long document', () => {
  it('is cut at whole blocks, and keeps its page layout', () => {
    const content = parseBody(
      `${paragraph(run('a')).repeat(3)}<w:tbl><w:tr>${cell('b').repeat(4)}</w:tr></w:tbl><w:sectPr/>`,
    );
    expect(truncateContent(content, 5)).toBe(4);
    expect(textOf(content)).toBe('aaa');
    expect(content.getElementsByTagNameNS('*', 'sectPr')).toHaveLength(1);
  });

  it('shows one huge table completely', () => {
    expect(truncateContent(parseBody(`<w:tbl><w:tr>${cell('b').repeat(9)}</w:tr></w:tbl>`), 5)).toBe(0);
  });
});
