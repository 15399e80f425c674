import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { objectStream } from './hostile-other-files.ts';
import {
  compoundOf,
  docOf,
  docxOf,
  jpgOf,
  pdfOf,
  pdfStream,
  pngOf,
  pptOf,
  pptxOf,
  relation,
  relations,
  xlsOf,
  xlsxOf,
  zipOf,
} from './office-files.ts';

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = '<< /Type /Pages /Kids [] /Count 0 >>';

/** Returns a file that opens without a password, but may not be changed. */
async function makeOwnerLockedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage().drawText('a letter');
  document.encrypt({ ownerPassword: 'owner', permissions: { modifying: false } });
  return await document.save();
}

/** The name, the bytes, and the stored name. */
export const acceptedFiles: readonly (readonly [string, Uint8Array, string])[] = [
  ['来信.docx', docxOf(), '来信.docx'],
  [
    'a.docx',
    docxOf([
      {
        name: 'word/_rels/document.xml.rels',
        content: relations(relation('hyperlink', 'https://www.gov.cn/', 'External')),
      },
    ]),
    'a.docx',
  ],
  [
    'online.docx',
    docxOf([
      { name: '_rels/.rels', content: relations(relation('officeDocument', '/word/document2.xml')) },
      { name: 'word/document2.xml', content: '<?xml version="1.0" encoding="GBK"?><w:document/>' },
      {
        name: 'word/_rels/document2.xml.rels',
        content: relations(
          relation('footnotes', 'footnotes.xml'),
          relation('header', '/word/header1.xml'),
          relation('image', 'file:///C:/照片/a.png', 'External'),
          relation('image', 'https://www.gov.cn/a.png', 'External'),
        ),
      },
    ]),
    'online.docx',
  ],
  ...['file:///C:\\Users\\办公室\\公文.dotm', 'D:\\模板\\公文.dotm', 'file:///Users/office/letter.dotm'].map(
    (target, index) =>
      [
        `template${index}.docx`,
        docxOf([
          {
            name: 'word/_rels/settings.xml.rels',
            content: relations(relation('attachedTemplate', target, 'External')),
          },
        ]),
        `template${index}.docx`,
      ] as const,
  ),
  ...(
    [
      ['comments.docx', docxOf, 'word/_rels/document.xml.rels', 'comments.xml'],
      ['sheet.xlsx', xlsxOf, 'xl/worksheets/_rels/sheet1.xml.rels', '../comments1.xml'],
      ['threads.xlsx', xlsxOf, 'xl/worksheets/_rels/sheet1.xml.rels', '/xl/comments/comment1.xml'],
      ['slide.pptx', pptxOf, 'ppt/slides/_rels/slide1.xml.rels', '../comments/comment1.xml'],
    ] as const
  ).map(
    ([file, make, name, target]) =>
      [file, make([{ name, content: relations(relation('comments', target)) }]), file] as const,
  ),
  [
    'chart.docx',
    docxOf([{ name: 'word/embeddings/Microsoft_Excel_Sheet1.xlsx', content: xlsxOf() }]),
    'chart.docx',
  ],
  [
    'formula.docx',
    docxOf([
      {
        name: 'word/embeddings/oleObject1.bin',
        content: compoundOf([{ name: 'Equation Native', content: Buffer.from('x') }]),
      },
    ]),
    'formula.docx',
  ],
  [
    'picture.docx',
    docxOf([
      { name: 'word/media/image1.png', content: pngOf() },
      { name: 'word/media/image2.svg', content: '<svg/>' },
    ]),
    'picture.docx',
  ],
  [
    'big.xlsx',
    xlsxOf([{ name: 'xl/worksheets/sheet1.xml', content: '<c r="A1"><v>1</v></c>'.repeat(400_000) }]),
    'big.xlsx',
  ],
  ['a.XLSX', xlsxOf(), 'a.XLSX'],
  [
    '公文.ofd',
    zipOf([
      { name: 'OFD.xml', content: '<ofd:OFD/>' },
      { name: 'Doc_0/Document.xml', content: '<ofd:Document/>' },
    ]),
    '公文.ofd',
  ],
  ['a.pptx', pptxOf(), 'a.pptx'],
  ['a.doc', docOf(), 'a.doc'],
  ['a.xls', xlsOf(), 'a.xls'],
  ['taken-out.xls', xlsOf(0, [{ name: '_VBA_PROJECT_CUR', parts: [{ name: 'VBA' }] }]), 'taken-out.xls'],
  [
    'letter-inside.xls',
    xlsOf(0, [{ name: 'MBD00CA1F3B', parts: [{ name: 'WordDocument', content: Buffer.from('text') }] }]),
    'letter-inside.xls',
  ],
  ['a.ppt', pptOf(compoundOf([{ name: 'CONTENTS', content: Buffer.from('x') }])), 'a.ppt'],
  ['a.pdf', samplePdf, 'a.pdf'],
  ['owner.pdf', await makeOwnerLockedPdf(), 'owner.pdf'],
  ['packed.pdf', objectStream(deflateSync('4 0 << /Type /Page /Contents 5 0 R >>')), 'packed.pdf'],
  [
    'layers.pdf',
    objectStream(
      Buffer.from(`${deflateSync('4 0 << /Type /Page >>').toString('hex')}>`),
      '/Filter [ /AHx /Fl ] /N 1 /First 4 /Type /ObjStm',
    ),
    'layers.pdf',
  ],
  [
    'table.pdf',
    pdfOf([
      catalog,
      pages,
      pdfStream(
        '/Type /XRef /W [1 2 1] /Size 3 /Filter /FlateDecode /DecodeParms << /Columns 4 /Predictor 12 >>',
        deflateSync(Buffer.alloc(20)),
      ),
    ]),
    'table.pdf',
  ],
  [
    'words.pdf',
    pdfOf([
      catalog,
      pages,
      pdfStream('/Filter /FlateDecode', deflateSync('BT (about /JavaScript and downstream) Tj ET')),
    ]),
    'words.pdf',
  ],
  [
    'outline.pdf',
    pdfOf([
      catalog,
      pages,
      '<< /Type /Outlines /First 4 0 R /Last 4 0 R /Count 1 >>',
      pdfStream('', Buffer.from('q Q')),
    ]),
    'outline.pdf',
  ],
  ['open.pdf', pdfOf(['<< /Type /Catalog /OpenAction [3 0 R /Fit] >>']), 'open.pdf'],
  ['a.png', pngOf(4000, 3000), 'a.png'],
  ['phone.png', jpgOf(4000, 3000), 'phone.png'],
  [
    'real.png',
    await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
    'real.png',
  ],
  [
    'real.jpg',
    await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer(),
    'real.jpg',
  ],
  [
    'real.gif',
    await sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
      .gif()
      .toBuffer(),
    'real.gif',
  ],
  [
    'a.svg',
    Buffer.from(
      '<?xml version="1.0" encoding="UTF-8"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><path d="M0 0" fill="url(#a)"/><use xlink:href="#b"/></svg>',
    ),
    'a.svg',
  ],
  ['../../etc/来信.pdf', samplePdf, '来信.pdf'],
  ['信\u202e\u0000.pdf', samplePdf, '信.pdf'],
];
