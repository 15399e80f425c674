import { deflateSync } from 'node:zlib';
import { dangerMessage } from '#domain/uploads/danger.ts';
import type { HostileFile } from './hostile-office-files.ts';
import { objectStream } from './hostile-other-files.ts';
import { docOf, docxOf, relation, relations } from './office-files.ts';

const { embedded, external, script, tooComplex, broken } = dangerMessage;

const packed = '1 0 << /S /JavaScript /JS (app.alert\\(1\\)) >>';
const field = (inside: string) => `<w:document xmlns:w="w"><w:instrText>${inside}</w:instrText></w:document>`;
const document = (content: string) => docxOf([{ name: 'word/document.xml', content }]);
const linked = (type: string, target: string, mode?: string) =>
  docxOf([{ name: 'word/_rels/document.xml.rels', content: relations(relation(type, target, mode)) }]);
const drawing = (inside: string, before = '') =>
  Buffer.from(`${before}<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`, 'latin1');

/** Returns rows of five bytes, each after a filter byte that means "unchanged", so that names are split. */
function inRows(text: string): Buffer {
  return deflateSync(
    Buffer.from(
      text.replace(/.{1,5}/gs, (row) => `\0${row.padEnd(5)}`),
      'latin1',
    ),
  );
}

/** Encodes a text in runs of one byte each. */
const inRuns = (text: string) => Buffer.from([...text].map((letter) => `\0${letter}`).join(''), 'latin1');

const objects = '/Type /ObjStm /N 1 /First 4';

/** Dangerous contents that other programs find and a superficial check does not. */
export const hostileDisguisedFiles: readonly HostileFile[] = [
  [
    'a script in packed objects that are rearranged',
    'a.pdf',
    objectStream(
      inRows(packed),
      `${objects} /Filter /FlateDecode /DecodeParms << /Predictor 10 /Columns 5 >>`,
    ),
    tooComplex,
  ],
  [
    'a script in packed objects whose dictionary says obj in a text',
    'a.pdf',
    objectStream(inRuns(packed), `${objects} /Filter /RunLengthDecode /X (1 0 obj)`),
    tooComplex,
  ],
  [
    'packed objects that look like plain ones',
    'a.pdf',
    objectStream(
      Buffer.concat([Buffer.from('1 5 0 '), inRuns(packed)]),
      `${objects} /Filter /RunLengthDecode`,
    ),
    tooComplex,
  ],
  [
    'packed objects behind a dictionary of 70 kB',
    'a.pdf',
    objectStream(inRuns(packed), `${objects} /Filter /RunLengthDecode${' '.repeat(70_000)}`),
    tooComplex,
  ],
  [
    'packed objects whose compression is in another object',
    'a.pdf',
    objectStream(inRuns(packed), `${objects} /Filter 9 0 R`),
    tooComplex,
  ],
  ['a field in CDATA', 'a.docx', document(field('<![CDATA[DDEAUTO c:\\x]]>')), external],
  ['a field split by a comment', 'a.docx', document(field('D<!-- -->DEAUTO c:\\x')), external],
  [
    'a field under a long prefix',
    'a.docx',
    document('<w-办:document><w-办:instrText>DDE c</w-办:instrText></w-办:document>'),
    external,
  ],
  [
    'a document in another folder',
    'a.docx',
    docxOf([
      { name: 'word/a/document.xml', content: field('DDE c') },
      { name: '_rels/.rels', content: relations(relation('officeDocument', 'word/a/document.xml')) },
    ]),
    tooComplex,
  ],
  [
    'a document with another extension',
    'a.docx',
    docxOf([{ name: '_rels/.rels', content: relations(relation('officeDocument', '/word/document.x')) }]),
    tooComplex,
  ],
  [
    'a document in an unusual encoding',
    'a.docx',
    document('<?xml version="1.0" encoding="utf-7"?>+ADw-w:instrText+AD4-DDE'),
    tooComplex,
  ],
  ['a page that is read at opening', 'a.docx', linked('aFChunk', 'a.html'), embedded],
  ['a picture on a share', 'a.docx', linked('image', '\\\\10.0.0.1\\a\\b.png', 'External'), external],
  ['a picture on a share', 'a.docx', linked('image', 'file://host/a/b.png', 'External'), external],
  ['a script with a line end inside', 'a.svg', drawing('<a href="java&#10;script:alert(1)"/>'), script],
  ['a script under a Chinese prefix', 'a.svg', Buffer.from('<svg><办:script>1</办:script></svg>'), script],
  [
    'a handler in a document type declaration',
    'a.svg',
    drawing('', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>'),
    script,
  ],
  [
    'a script split by escape sequences of an encoding',
    'a.svg',
    drawing('<scr\u001b(Bipt>1</scr\u001b(Bipt>', '<?xml version="1.0" encoding="ISO-2022-JP"?>'),
    tooComplex,
  ],
  ['a picture from elsewhere', 'a.svg', drawing('<image href="http://a/b.png"/>'), external],
  [
    'macros behind twenty thousand names',
    'a.doc',
    docOf([...Array.from({ length: 20_000 }, (_, index) => ({ name: `s${index}` })), { name: 'VBA' }]),
    broken,
  ],
];
