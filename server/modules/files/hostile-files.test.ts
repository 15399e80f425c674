import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { dangerMessage } from '#domain/uploads/danger.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
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
  sheetRecord,
  xlsOf,
  xlsxOf,
  zipOf,
} from '#test/world/office-files.ts';
import { addPeople, testPortal } from '#test/world/portal.ts';
import { uploadTo } from '#test/world/upload.ts';

/** What strangers send, small and wrong, and what honest people send (S2 §5). */

const portal = await testPortal();
await addPeople(portal, [{ account: 'zhang', name: '张伟' }]);
const address = await portal.app.fastify.listen({ host: '127.0.0.1', port: 0 });
const token = await portal.signIn('zhang');
const incoming = join(portal.context.config.dataDir, 'files', 'incoming');

const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);
const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = '<< /Type /Pages /Kids [] /Count 0 >>';
const packedObjects = (text: string) => `4 0 ${text}`;
const objectStream = (content: Uint8Array, entries = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode') =>
  pdfOf([catalog, pages, pdfStream(entries, content)]);
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const macroStorage = docOf([{ name: 'Macros' }, { name: 'VBA' }]);

/** Local headers of 32 bytes, each with a name of 65,535: what once stopped the portal. */
function overlappingNames(): Buffer {
  const header = Buffer.alloc(32);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt16LE(0xffff, 26);
  return Buffer.concat(Array.from({ length: 4200 }, () => header));
}

/** A pattern of entries that all unpack the same bytes. */
function overlappingEntries(): Buffer {
  const claims = (number: number) => (number === 0 ? {} : { offset: 0 });
  return docxOf(
    Array.from({ length: 50 }, (_, number) => ({
      name: `word/media/${number}.txt`,
      content: 'a'.repeat(1000),
      claims: claims(number),
    })),
  );
}

const wrongFormat = '格式错误！请重新上传';
const { activeX, attachment, bomb, broken, embedded, encrypted, external, launch, macro, picture } =
  dangerMessage;

const hostile: readonly (readonly [string, string, Uint8Array, string])[] = [
  // Zips that are none, or that are too much
  ['local headers that overlap by names of 64 kB', 'a.docx', overlappingNames(), wrongFormat],
  ['entries that share their bytes', 'a.docx', overlappingEntries(), wrongFormat],
  [
    '65,535 entries claimed',
    'a.docx',
    (() => {
      const bytes = docxOf();
      bytes.writeUInt16LE(0xfffe, bytes.length - 12);
      bytes.writeUInt16LE(0xfffe, bytes.length - 14);
      return bytes;
    })(),
    bomb,
  ],
  [
    '10,001 entries',
    'a.xlsx',
    xlsxOf(Array.from({ length: 10_001 }, (_, n) => ({ name: `xl/${n}`, isStored: true }))),
    bomb,
  ],
  [
    'a claim of 4 GB',
    'a.docx',
    docxOf([{ name: 'word/a.xml', content: 'a', claims: { size: 0xffff_fff0 } }]),
    bomb,
  ],
  [
    'a claim that is too small',
    'a.docx',
    docxOf([{ name: 'word/a.bin', content: 'a'.repeat(99_999), claims: { size: 9 } }]),
    broken,
  ],
  ['a wrong sum', 'a.docx', docxOf([{ name: 'word/a.bin', content: 'a', claims: { crc: 1 } }]), broken],
  ['a zip that is cut off', 'a.docx', docxOf().subarray(0, 400), broken],
  [
    'a directory that is cut off',
    'a.xlsx',
    (() => {
      const bytes = xlsxOf();
      return Buffer.concat([bytes.subarray(0, -60), bytes.subarray(-22)]);
    })(),
    broken,
  ],
  [
    'a locked entry',
    'a.docx',
    docxOf([{ name: 'word/a.bin', content: 'a', claims: { flags: 1 } }]),
    encrypted,
  ],
  ['an entry outside the folder', 'a.docx', docxOf([{ name: '../../etc/passwd', content: 'a' }]), broken],
  ['an entry from the root', 'a.docx', docxOf([{ name: '/etc/passwd', content: 'a' }]), broken],
  [
    'an entry with two names',
    'a.docx',
    docxOf([{ name: 'word/a.bin', content: 'a', claims: { name: 'word/b.bin' } }]),
    broken,
  ],
  ['two entries of one name', 'a.docx', docxOf([{ name: 'word/a.bin' }, { name: 'WORD/A.BIN' }]), broken],
  [
    'a script in front of a zip',
    'a.docx',
    zipOf([{ name: 'a.txt' }], { before: Buffer.from('#!/bin/sh\n') }),
    wrongFormat,
  ],
  [
    'zips in zips in zips',
    'a.docx',
    docxOf([
      {
        name: 'word/embeddings/a.xlsx',
        content: xlsxOf([
          {
            name: 'xl/embeddings/b.docx',
            content: docxOf([{ name: 'word/embeddings/c.xlsx', content: xlsxOf() }]),
          },
        ]),
      },
    ]),
    bomb,
  ],
  [
    'a plain zip in a document',
    'a.docx',
    docxOf([{ name: 'word/embeddings/a.bin', content: zipOf([{ name: 'a.txt' }]) }]),
    embedded,
  ],
  ['a plain zip as a document', 'a.docx', zipOf([{ name: 'a.txt' }]), wrongFormat],
  // Macros, controls and programs in new office files
  ['a vbaProject.bin', 'a.docx', docxOf([{ name: 'word/vbaProject.bin', content: 'x' }]), macro],
  [
    'a macro project under another name',
    'a.docx',
    docxOf(
      [{ name: 'word/notes.dat', content: 'x' }],
      '<Override PartName="/word/notes.dat" ContentType="application/vnd.ms-office.vbaProject"/>',
    ),
    macro,
  ],
  [
    'a docm that is called docx',
    'a.docx',
    docxOf(
      [],
      '<Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macro&#69;nabled.main+xml"/>',
    ),
    macro,
  ],
  [
    'a list of types in two bytes a letter',
    'a.docx',
    docxOf([
      {
        name: '[Content_Types].xml',
        content: Buffer.from(
          '\ufeff<Types><Override ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
          'utf16le',
        ),
      },
    ]),
    macro,
  ],
  [
    'a macro project by its relation',
    'a.docx',
    docxOf([
      {
        name: 'word/_rels/document.xml.rels',
        content: relations(
          '<Relationship Id="r" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="x.dat"/>',
        ),
      },
    ]),
    macro,
  ],
  [
    'a sheet of old macros',
    'a.xlsx',
    xlsxOf([{ name: 'xl/macrosheets/sheet1.xml', content: '<x/>' }]),
    macro,
  ],
  ['a control', 'a.docx', docxOf([{ name: 'word/activeX/activeX1.xml', content: '<x/>' }]), activeX],
  [
    'a control by its relation',
    'a.xlsx',
    xlsxOf([
      { name: 'xl/worksheets/_rels/sheet1.xml.rels', content: relations(relation('control', '../c.xml')) },
    ]),
    activeX,
  ],
  ['a program', 'a.docx', docxOf([{ name: 'word/embeddings/oleObject1.bin', content: program }]), embedded],
  [
    'a packed program',
    'a.docx',
    docxOf([
      {
        name: 'word/embeddings/oleObject1.bin',
        content: compoundOf([{ name: '\u0001Ole10Native', content: program }]),
      },
    ]),
    embedded,
  ],
  ['macros in an object', 'a.pptx', pptxOf([{ name: 'ppt/embeddings/a.bin', content: macroStorage }]), macro],
  [
    'macros in the table behind a chart',
    'a.docx',
    docxOf([{ name: 'word/embeddings/a.xlsx', content: xlsxOf([{ name: 'xl/vbaProject.bin' }]) }]),
    macro,
  ],
  [
    'a template from elsewhere',
    'a.docx',
    docxOf([
      {
        name: 'word/_rels/settings.xml.rels',
        content: relations(relation('attachedTemplate', 'http://evil.example/a.dotm', 'External')),
      },
    ]),
    external,
  ],
  [
    'an object from elsewhere',
    'a.docx',
    docxOf([
      {
        name: 'word/_rels/document.xml.rels',
        content: relations(relation('oleObject', 'mhtml:http://evil.example/a', 'External')),
      },
    ]),
    external,
  ],
  [
    'a field that runs a program',
    'a.docx',
    docxOf([
      {
        name: 'word/document.xml',
        content:
          '<w:document><w:instrText>DDE</w:instrText><w:instrText>AUTO cmd.exe</w:instrText></w:document>',
      },
    ]),
    external,
  ],
  ['the test virus', 'a.docx', docxOf([{ name: 'word/media/a.txt', content: eicar }]), dangerMessage.virus],
  [
    'the test virus, stored',
    'a.docx',
    docxOf([{ name: 'word/media/a.txt', content: eicar, isStored: true }]),
    dangerMessage.virus,
  ],
  // Old office files
  ['macros', 'a.doc', macroStorage, macro],
  ['a macro project', 'a.xls', xlsOf(0, [{ name: '_VBA_PROJECT_CUR' }]), macro],
  ['a macro sheet', 'a.xls', xlsOf(1), macro],
  ['a locked table', 'a.xls', xlsOf(0, [], [sheetRecord(0x2f, Buffer.alloc(6))]), encrypted],
  ['macros in an object of a presentation', 'a.ppt', pptOf(macroStorage), macro],
  [
    'a packed program',
    'a.doc',
    docOf([{ name: 'ObjectPool' }, { name: '\u0001Ole10Native', content: program }]),
    embedded,
  ],
  ['a package', 'a.doc', docOf([{ name: 'Package', content: Buffer.from('PK') }]), embedded],
  ['a control', 'a.doc', docOf([{ name: '\u0003OCXNAME', content: Buffer.from('x') }]), activeX],
  ['a control', 'a.xls', xlsOf(0, [{ name: 'Ctls', content: Buffer.from('x') }]), activeX],
  ['a locked document', 'a.doc', docOf([{ name: 'EncryptedPackage', content: Buffer.from('x') }]), encrypted],
  [
    'the container of something else',
    'a.doc',
    compoundOf([{ name: 'Other', content: Buffer.from('x') }]),
    wrongFormat,
  ],
  [
    'a ring of sectors',
    'a.doc',
    (() => {
      const bytes = docOf();
      bytes.writeUInt32LE(0, bytes.length - 1024);
      bytes.writeUInt32LE(9, bytes.length - 512);
      return Buffer.concat([bytes.subarray(0, 512), Buffer.alloc(40)]);
    })(),
    broken,
  ],
  ['a container that is cut off', 'a.doc', docOf().subarray(0, 700), broken],
  ['an old document as a new one', 'a.docx', docOf(), wrongFormat],
  // PDF
  ['a script', 'a.pdf', pdfOf([catalog, pages, script]), dangerMessage.script],
  [
    'a script by another spelling',
    'a.pdf',
    pdfOf([catalog, pages, '<< /S /J#61vaScr#69pt /JS (1) >>']),
    dangerMessage.script,
  ],
  [
    'a script in packed objects',
    'a.pdf',
    objectStream(deflateSync(packedObjects(script))),
    dangerMessage.script,
  ],
  [
    'a script in packed objects of no type',
    'a.pdf',
    objectStream(deflateSync(packedObjects(script)), '/N 1 /First 4 /Filter /Fl#61teDecode'),
    dangerMessage.script,
  ],
  [
    'a script packed twice',
    'a.pdf',
    objectStream(
      deflateSync(deflateSync(packedObjects(script))),
      '/N 1 /First 4 /Filter [/FlateDecode /FlateDecode]',
    ),
    dangerMessage.script,
  ],
  [
    'a script in hexadecimal',
    'a.pdf',
    objectStream(
      Buffer.from(`${deflateSync(packedObjects(script)).toString('hex')}>`),
      '/N 1 /First 4 /Filter [/ASCIIHexDecode /FlateDecode]',
    ),
    dangerMessage.script,
  ],
  [
    'objects in a packing that nobody uses',
    'a.pdf',
    objectStream(Buffer.from('800b6050220c0c8501', 'hex'), '/Type /ObjStm /N 1 /First 4 /Filter /LZWDecode'),
    dangerMessage.tooComplex,
  ],
  [
    'packed objects of 99 MB',
    'a.pdf',
    objectStream(deflateSync(Buffer.concat([Buffer.from('4 0 '), Buffer.alloc(99_999_999, 32)]))),
    dangerMessage.tooComplex,
  ],
  [
    'a program to start',
    'a.pdf',
    pdfOf(['<< /Type /Catalog /OpenAction << /S /Launch /F (cmd.exe) >> >>']),
    launch,
  ],
  [
    'a program inside',
    'a.pdf',
    pdfOf([catalog, pages, pdfStream('/Type /EmbeddedFile', program)]),
    attachment,
  ],
  ['files inside', 'a.pdf', pdfOf(['<< /Type /Catalog /Names << /Embedded#46iles 3 0 R >> >>']), attachment],
  ['a film', 'a.pdf', pdfOf([catalog, pages, '<< /Subtype /RichMedia >>']), embedded],
  [
    'a lock',
    'a.pdf',
    pdfOf([catalog, pages], 'trailer\n<< /Root 1 0 R /Encrypt 3 0 R >>\n%%EOF\n'),
    encrypted,
  ],
  [
    'a zip behind it',
    'a.pdf',
    Buffer.concat([samplePdf, zipOf([{ name: 'a.exe', content: program }])]),
    broken,
  ],
  // Others
  ['a drawing', '批准.pdf', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), wrongFormat],
  ['a page', 'a.png', Buffer.from('<html><script>alert(1)</script>'), wrongFormat],
  ['a page in front of which a picture is promised', 'a.gif', Buffer.from('GIF89a'), broken],
  [
    'a drawing with script',
    'a.svg',
    Buffer.from('<svg><script>alert(1)</script></svg>'),
    dangerMessage.script,
  ],
  [
    'a drawing with a hidden handler',
    'a.svg',
    Buffer.from('<svg><a href="&#106;avascript:alert(1)"/></svg>'),
    dangerMessage.script,
  ],
  ['a picture of a thousand million points', 'a.png', pngOf(60_000, 60_000), picture],
  ['a picture of a thousand million points', 'a.jpg', jpgOf(65_000, 65_000), picture],
  ['a picture without a header', 'a.png', Buffer.from('89504e470d0a1a0a00', 'hex'), broken],
  ['a zip behind a picture', 'a.png', Buffer.concat([pngOf(), zipOf([{ name: 'a' }])]), broken],
  ['the test virus', 'a.pdf', eicar, dangerMessage.virus],
  ['the test virus inside', 'a.pdf', Buffer.concat([samplePdf, eicar]), dangerMessage.virus],
  ['a program under a name that reads backwards', 'gpj.\u202eexe.png', program, wrongFormat],
  ['nothing at all', 'a.pdf', Buffer.alloc(0), wrongFormat],
];

const benign: readonly (readonly [string, Uint8Array, string])[] = [
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
  ['a.pptx', pptxOf(), 'a.pptx'],
  ['a.doc', docOf(), 'a.doc'],
  ['a.xls', xlsOf(), 'a.xls'],
  ['a.ppt', pptOf(compoundOf([{ name: 'CONTENTS', content: Buffer.from('x') }])), 'a.ppt'],
  ['a.pdf', samplePdf, 'a.pdf'],
  ['packed.pdf', objectStream(deflateSync('4 0 << /Type /Page /Contents 5 0 R >>')), 'packed.pdf'],
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
  ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>'), 'a.svg'],
  ['../../etc/来信.pdf', samplePdf, '来信.pdf'],
  ['信\u202e\u0000.pdf', samplePdf, '信.pdf'],
];

describe('what a stranger sends', () => {
  test.each(hostile)(
    '%s in %s is refused in the right words (S2 §5)',
    async (_case, name, bytes, message) => {
      const { status, body } = await uploadTo(address, token, [{ name, bytes }]);
      expect(body.errmsg).toBe(message);
      expect(status).toBe(400);
      expect(body.problems).toEqual([{ field: 'file', message: expect.stringContaining(message) }]);
    },
  );

  test('is a long list, and nothing of it stays on the disk', async () => {
    expect(hostile.length).toBeGreaterThanOrEqual(40);
    expect(await readdir(incoming)).toEqual([]);
    expect(await portal.context.db.selectFrom('files').select('id').execute()).toEqual([]);
  });
});

describe('what honest people send', () => {
  test.each(benign)('%s is kept', async (name, bytes, keptName) => {
    const { body } = await uploadTo(address, token, [{ name, bytes }]);
    expect(body.errmsg).toBeUndefined();
    expect(body.data).toMatchObject({ rows: [{ filename: keptName, size: bytes.length }], total: 1 });
  });
});
