import { deflateSync } from 'node:zlib';
import { dangerMessage } from '#domain/uploads/danger.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { eicar, type HostileFile, program, wrongFormat } from './hostile-office-files.ts';
import { jpgOf, pdfOf, pdfStream, pngOf, zipOf } from './office-files.ts';

const catalog = '<< /Type /Catalog /Pages 2 0 R >>';
const pages = '<< /Type /Pages /Kids [] /Count 0 >>';
const packedObjects = (text: string) => `4 0 ${text}`;
export const objectStream = (
  content: Uint8Array,
  entries = '/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode',
) => pdfOf([catalog, pages, pdfStream(entries, content)]);
const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const { attachment, broken, embedded, encrypted, launch, picture } = dangerMessage;

/** PDF files with embedded contents, invalid pictures and drawings, and misleading names. */
export const hostileOtherFiles: readonly HostileFile[] = [
  // PDF
  ['a script', 'a.pdf', pdfOf([catalog, pages, script]), dangerMessage.script],
  [
    'a script in another spelling',
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
    'objects in an unusual compression',
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
    'an encrypted file',
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
  ['a header of a GIF without a picture', 'a.gif', Buffer.from('GIF89a'), broken],
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
  ['a picture of more than a thousand million pixels', 'a.png', pngOf(60_000, 60_000), picture],
  ['a picture of more than a thousand million pixels', 'a.jpg', jpgOf(65_000, 65_000), picture],
  ['a picture without a header', 'a.png', Buffer.from('89504e470d0a1a0a00', 'hex'), broken],
  ['a zip behind a picture', 'a.png', Buffer.concat([pngOf(), zipOf([{ name: 'a' }])]), broken],
  ['the test virus', 'a.pdf', eicar, dangerMessage.virus],
  ['the test virus inside', 'a.pdf', Buffer.concat([samplePdf, eicar]), dangerMessage.virus],
  ['a program under a name that reads backwards', 'gpj.\u202eexe.png', program, wrongFormat],
  ['nothing at all', 'a.pdf', Buffer.alloc(0), uploadMessage.empty],
];
