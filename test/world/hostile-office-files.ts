import { dangerMessage } from '#domain/uploads/danger.ts';
import {
  compoundOf,
  docOf,
  docxOf,
  pptOf,
  pptxOf,
  relation,
  relations,
  sheetRecord,
  xlsOf,
  xlsxOf,
  zipOf,
} from './office-files.ts';

/** Description of the file, its name, its bytes, and the text of the refusal. */
export type HostileFile = readonly [string, string, Uint8Array, string];

export const eicar = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(''),
);
export const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);
const macroStreams = [
  { name: 'Macros' },
  { name: 'VBA' },
  { name: 'dir', content: Buffer.from('x') },
  { name: '_VBA_PROJECT', content: Buffer.from('x') },
];
const macroStorage = docOf(macroStreams);

/**
 * Returns local headers of 32 bytes, each with a name of 65,535 bytes: such a file once stopped the portal.
 */
function overlappingNames(): Buffer {
  const header = Buffer.alloc(32);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt16LE(0xffff, 26);
  return Buffer.concat(Array.from({ length: 4200 }, () => header));
}

/** Returns the parts of a ZIP file whose entries all use the same bytes. */
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

export const wrongFormat = '格式错误！请重新上传';
const { activeX, bomb, broken, embedded, encrypted, external, macro } = dangerMessage;

/** Invalid or excessive ZIP files; macros, controls and programs in old and new office files. */
export const hostileOfficeFiles: readonly HostileFile[] = [
  // Invalid or excessive ZIP files
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
  ['a wrong checksum', 'a.docx', docxOf([{ name: 'word/a.bin', content: 'a', claims: { crc: 1 } }]), broken],
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
    'a list of types in UTF-16',
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
  ...['\\\\evil\\a.dotm', 'file:////evil/a.dotm', 'file:///%5C%5Cevil/a.dotm', 'file://evil/a.dotm'].map(
    (target): HostileFile => [
      'a template from a share',
      'a.docx',
      docxOf([
        {
          name: 'word/_rels/settings.xml.rels',
          content: relations(relation('attachedTemplate', target, 'External')),
        },
      ]),
      external,
    ],
  ),
  [
    'comments in an unusual folder',
    'a.docx',
    docxOf([
      { name: 'word/_rels/document.xml.rels', content: relations(relation('comments', '../x/comments.xml')) },
    ]),
    dangerMessage.tooComplex,
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
  ['a macro project', 'a.xls', xlsOf(0, [{ name: '_VBA_PROJECT_CUR', parts: macroStreams }]), macro],
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
  [
    'an encrypted new document with spare sector tables',
    'a.docx',
    compoundOf(
      [
        { name: 'EncryptionInfo', content: Buffer.from('x') },
        { name: 'EncryptedPackage', content: Buffer.from('x') },
      ],
      2,
    ),
    encrypted,
  ],
  ['a locked document', 'a.doc', docOf([{ name: 'EncryptedPackage', content: Buffer.from('x') }]), encrypted],
  [
    'the container of something else',
    'a.doc',
    compoundOf([{ name: 'Other', content: Buffer.from('x') }]),
    wrongFormat,
  ],
  [
    'a cycle of sectors',
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
];
