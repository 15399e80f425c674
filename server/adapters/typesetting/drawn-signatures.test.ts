import { afterAll, describe, expect, test } from 'vitest';
import { type DocumentBlock, DocumentLayout } from '#domain/documents/document-model.ts';
import { buildDocument } from '#test/world/drawn-documents.ts';
import { jpgOf, pngOf } from '#test/world/office-files.ts';
import { readPdf } from '#test/world/read-pdf.ts';
import { unzip } from '#test/world/unzip.ts';
import { readPicture } from './document-pictures.ts';
import { createTextDocuments } from './text-documents.ts';
import { createTypesetter } from './typesetter.ts';

const typesetter = createTypesetter();
const texts = createTextDocuments();
afterAll(async () => void (await Promise.all([typesetter.stop(), texts.stop()])));

const signed = (text: string, id: string) => ({ text, pictures: [id] });
const body: DocumentBlock[] = [
  { kind: 'text', text: '签名如下：', pictures: ['a'] },
  { kind: 'fields', rows: [['申请人签名', signed('', 'b')]] },
  {
    kind: 'table',
    label: '',
    columns: [
      { title: '姓名', share: 1 },
      { title: '签名', share: 1 },
    ],
    rows: [['王文', signed('到场', 'c')]],
  },
];

/** Pictures of different sizes, so that each is a picture of its own in the file. */
const pictures = Object.fromEntries(
  ['a', 'b', 'c'].map((id, index) => {
    const picture = readPicture(pngOf(1000, 400 + index, true));
    if (picture === undefined) throw new Error('The picture cannot be read');
    return [id, picture];
  }),
);

describe('signatures of a document (S2 §2)', () => {
  test.each(Object.values(DocumentLayout))('are drawn as pictures in both files (%s)', async (look) => {
    const document = buildDocument({ look, body });
    const [{ pdf }, docx] = await Promise.all([
      typesetter.draw(document, 'zhang', pictures),
      texts.write(document, 'zhang', pictures),
    ]);
    expect(
      Buffer.from(pdf)
        .toString('latin1')
        .match(/\/Subtype\s*\/Image/g)?.length,
    ).toBeGreaterThanOrEqual(3);
    const pdfText = (await readPdf(pdf)).map(({ text }) => text).join('');
    for (const text of ['签名如下', '申请人签名', '到场']) expect(pdfText).toContain(text);
    const parts = unzip(Buffer.from(docx));
    const xml = parts.get('word/document.xml') ?? '';
    expect(xml.match(/<w:drawing>/g)).toHaveLength(3);
    expect([...parts.keys()].filter((name) => name.startsWith('word/media/'))).toHaveLength(3);
    // 30 mm by 12 mm, in English metric units.
    expect(xml).toMatch(/<wp:extent cx="1066800" cy="428625"\/>/);
  });

  test('a document does not keep the pictures of the one before', async () => {
    await typesetter.draw(buildDocument({ body }), 'zhang', pictures);
    await expect(typesetter.draw(buildDocument({ body }), 'zhang')).rejects.toThrow('could not be typeset');
  });
});

test.each([
  ['a PNG', pngOf(1000, 400), { type: 'png', width: 1000, height: 400 }],
  ['a JPEG', jpgOf(), { type: 'jpg' }],
])('%s is read with its size', (_, bytes, expected) => {
  expect(readPicture(bytes)).toMatchObject(expected);
});

test.each([
  ['one with too many pixels', pngOf(4000, 3000)],
  ['one without pixels', pngOf(0, 400)],
  ['a cut PNG', pngOf().subarray(0, 20)],
  ['a cut JPEG', jpgOf().subarray(0, 6)],
  ['a JPEG of which a segment has no end', Buffer.from('ffd8ffe0ffff0000000000', 'hex')],
  ['another file', Buffer.from('%PDF-1.7')],
])('no picture is read from %s', (_, bytes) => {
  expect(readPicture(bytes)).toBeUndefined();
});
