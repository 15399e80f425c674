import { dangerMessage } from '#domain/uploads/danger.ts';
import { sheetOf as sheet, workbookOf } from './generated-workbook.ts';
import { eicar, program, wrongFormat } from './hostile-office-files.ts';
import { pdfOf, pngOf, xlsxOf, zipOf } from './office-files.ts';

/** The paths on which foreign bytes are received or processed. */
export type EntryPath =
  | 'form'
  | 'chunks'
  | 'phone'
  | 'filespic'
  | 'base64File'
  | 'package'
  | 'preview'
  | 'thumbnail'
  | 'merge'
  | 'watermark';

/**
 * A file, its path into the portal, and the text of the refusal; `harmless` means that it is accepted and has
 * no effect.
 */
export type HostileCase = readonly [
  way: EntryPath,
  what: string,
  name: string,
  bytes: Uint8Array,
  outcome: string,
];

export const harmless = 'harmless';
const notBase64 = '图片内容不是有效的Base64';
const damaged = '文件已损坏或无法读取，请下载后查看';
const text = (content: string) => Buffer.from(content);

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const cell = (reference: string, value: string) => `<c r="${reference}"><v>${value}</v></c>`;
const shared = (content: string) => [{ name: 'xl/sharedStrings.xml', content }];

/** Contents that a foreign spreadsheet may have, after it was accepted or before any check. */
const sheets: readonly HostileCase[] = [
  ['preview', 'no workbook', 'a.xlsx', zipOf([{ name: 'a.txt', content: 'x' }]), damaged],
  ['preview', 'a package cut short', 'b.xlsx', xlsxOf().subarray(0, 300), damaged],
  ['preview', 'a program', 'c.xlsx', program, damaged],
  ['preview', 'a program with the old extension', 'd.xls', program, damaged],
  ['preview', 'the head of an old workbook alone', 'e.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), damaged],
  [
    'preview',
    'a last row of all rows',
    'f.xlsx',
    workbookOf(sheet(`<row r="1048576">${cell('A1048576', '1')}</row>`)),
    harmless,
  ],
  [
    'preview',
    'a row beyond all rows',
    'g.xlsx',
    workbookOf(sheet(`<row r="99999999">${cell('A99999999', '1')}</row>`)),
    harmless,
  ],
  [
    'preview',
    'a last column of all columns',
    'h.xlsx',
    workbookOf(sheet(`<row r="1">${cell('XFD1', '1')}</row>`)),
    harmless,
  ],
  [
    'preview',
    'a column beyond all columns',
    'i.xlsx',
    workbookOf(sheet(`<row r="1">${cell('ZZZZZZ1', '1')}</row>`)),
    harmless,
  ],
  [
    'preview',
    'a cell merged over the whole sheet',
    'j.xlsx',
    workbookOf(
      `<worksheet xmlns="${main}"><sheetData><row r="1">${cell('A1', '1')}</row></sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`,
    ),
    harmless,
  ],
  [
    'preview',
    'ten thousand merged cells',
    'k.xlsx',
    workbookOf(
      `<worksheet xmlns="${main}"><sheetData><row r="1">${cell('A1', '1')}</row></sheetData><mergeCells>${'<mergeCell ref="A1:B2"/>'.repeat(10_000)}</mergeCells></worksheet>`,
    ),
    harmless,
  ],
  [
    'preview',
    'a shared string that does not exist',
    'l.xlsx',
    workbookOf(sheet('<row r="1"><c r="A1" t="s"><v>99999</v></c></row>')),
    harmless,
  ],
  [
    'preview',
    'a shared string with a negative index',
    'm.xlsx',
    workbookOf(sheet('<row r="1"><c r="A1" t="s"><v>-1</v></c></row>')),
    harmless,
  ],
  [
    'preview',
    'a text of a million letters',
    'n.xlsx',
    workbookOf(
      sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'x'.repeat(1_000_000)}</t></is></c></row>`),
    ),
    harmless,
  ],
  [
    'preview',
    'nested entities',
    'o.xlsx',
    workbookOf(
      sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'),
      shared(
        `<!DOCTYPE s [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><sst xmlns="${main}"><si><t>&c;</t></si></sst>`,
      ),
    ),
    harmless,
  ],
  [
    'preview',
    'an entity of another file',
    'p.xlsx',
    workbookOf(
      sheet('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'),
      shared(
        `<!DOCTYPE s [<!ENTITY f SYSTEM "file:///etc/passwd">]><sst xmlns="${main}"><si><t>&f;</t></si></sst>`,
      ),
    ),
    harmless,
  ],
  [
    'preview',
    'tags that never close',
    'q.xlsx',
    workbookOf(`<worksheet xmlns="${main}">${'<sheetData>'.repeat(20_000)}`),
    harmless,
  ],
  [
    'preview',
    'a text in place of a number',
    'r.xlsx',
    workbookOf(sheet(`<row r="1">${cell('A1', '1e999')}${cell('B1', 'NaN')}${cell('C1', '--')}</row>`)),
    harmless,
  ],
  [
    'preview',
    'a name of a sheet that is markup',
    's.xlsx',
    workbookOf(sheet(`<row r="1">${cell('A1', '1')}</row>`), [], '&lt;img src=x onerror=alert(1)&gt;'),
    harmless,
  ],
  [
    'preview',
    'a name of an object of JavaScript',
    't.xlsx',
    workbookOf(sheet(`<row r="1">${cell('A1', '1')}</row>`), [], '__proto__'),
    harmless,
  ],
  [
    'preview',
    'a cell without a reference',
    'u.xlsx',
    workbookOf(sheet('<row r="1"><c><v>1</v></c></row>')),
    harmless,
  ],
  [
    'preview',
    'a hundred thousand rows',
    'v.xlsx',
    workbookOf(
      sheet(
        Array.from(
          { length: 100_000 },
          (_, index) => `<row r="${index + 1}">${cell(`A${index + 1}`, '1')}</row>`,
        ).join(''),
      ),
    ),
    harmless,
  ],
  ['preview', 'a quotation that never ends', 'a.csv', text(`"${'x'.repeat(1_000_000)}`), harmless],
  ['preview', 'a million columns', 'b.csv', text(','.repeat(1_000_000)), harmless],
  ['preview', 'a hundred thousand empty lines', 'c.csv', text('\n'.repeat(100_000)), harmless],
  ['preview', 'zero bytes with the extension of a table', 'd.csv', Buffer.alloc(1000), damaged],
  ['preview', 'a program with the extension of a text', 'a.txt', program, damaged],
  ['preview', 'lone surrogates', 'b.txt', Buffer.from('fffe00d800d8', 'hex'), damaged],
  [
    'preview',
    'direction marks and invisible characters',
    'c.txt',
    text('\u202egnp.exe\u200b'.repeat(1000)),
    harmless,
  ],
];

const pagesOf = (kids: string, more = '') =>
  pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count 1 ${more}>>`,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
  ]);
const unreadable = '文件已损坏或无法读取，不能合并';
const documents: readonly (readonly [string, string, Uint8Array])[] = [
  ['a PDF without pages', 'a.pdf', pagesOf('')],
  ['a page tree with a cycle', 'b.pdf', pagesOf('2 0 R')],
  ['a page that is not there', 'c.pdf', pagesOf('99 0 R')],
  ['a PDF cut short', 'd.pdf', pagesOf('3 0 R').subarray(0, 60)],
  ['a head and nothing more', 'e.pdf', text('%PDF-1.7\n')],
  ['a program with the extension of a PDF', 'f.pdf', program],
  ['a picture cut short', 'a.png', pngOf(40, 40).subarray(0, 40)],
  ['a picture with a huge size in its header', 'b.png', pngOf(29_999, 29_999)],
  ['a GIF of its head alone', 'a.gif', text('GIF89a')],
  ['a JPEG of its head alone', 'a.jpg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  [
    'a drawing with the extension of a picture',
    'c.png',
    text('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
  ],
];
const isPicture = (name: string) => !name.endsWith('.pdf');
const isNoPicture = (bytes: Uint8Array) => bytes === eicar || bytes[0] === '<'.charCodeAt(0);

const base64: readonly (readonly [string, Uint8Array, string])[] = [
  ['a program', program, wrongFormat],
  ['a page', text('<html><script>alert(1)</script></html>'), wrongFormat],
  [
    'a drawing with a script',
    text('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
    dangerMessage.script,
  ],
  ['the EICAR file', eicar, dangerMessage.virus],
  ['a picture that is too large to be drawn', pngOf(40_000, 40_000), dangerMessage.picture],
  [
    'a picture with a zip behind it',
    Buffer.concat([pngOf(), zipOf([{ name: 'a.exe', content: 'MZ' }])]),
    wrongFormat,
  ],
  ['a PDF', pagesOf('3 0 R'), wrongFormat],
  ['a text that is not Base64', text('§§§'), notBase64],
];

/** File names with which a careless reader of an archive would leave its folder, or run something. */
const names: readonly string[] = [
  '../../../etc/cron.d/a.pdf',
  '..\\..\\windows\\a.pdf',
  '/etc/a.pdf',
  'C:\\a.pdf',
  '\\\\server\\share\\a.pdf',
  'a\u202efdp.exe.pdf',
  'a\u0000.exe.pdf',
  'a\r\nb.pdf',
  '.pdf',
  `${'长'.repeat(400)}.pdf`,
  'a.pdf/../../b.pdf',
  '\ud800.pdf',
];

/** Files that arrive otherwise than by a form, and files that the portal makes from accepted ones. */
export const hostileProcessedFiles: readonly HostileCase[] = [
  ...sheets,
  ...documents.map(([what, name, bytes]) => ['merge', what, name, bytes, unreadable] as const),
  ...documents.map(([what, name, bytes]) => ['watermark', what, name, bytes, harmless] as const),
  ...documents
    .filter(([, name]) => isPicture(name))
    .map(([what, name, bytes]) => ['thumbnail', what, name, bytes, harmless] as const),
  ...base64.flatMap(([what, bytes, message]) =>
    (['filespic', 'base64File'] as const).map(
      // A file without a name is named by its type, and refused for this type before its content is
      // checked.
      (way) =>
        [
          way,
          what,
          'a.png',
          bytes,
          way === 'filespic' && isNoPicture(bytes) ? wrongFormat : message,
        ] as const,
    ),
  ),
  ...names.map(
    (name) =>
      [
        'package',
        `the name ${JSON.stringify(name.slice(0, 30))}`,
        name,
        pagesOf('3 0 R'),
        name === '.pdf' ? wrongFormat : harmless,
      ] as const,
  ),
];
