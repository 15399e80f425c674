import { type CompoundFile, readCompoundFile } from './compound-file.ts';
import type { UnsafeContentKind } from './danger.ts';
import type { FileKind } from './file-kind.ts';

/** Unpacks a zlib stream; returns undefined if it is broken or larger than `maxBytes`. */
export type Inflate = (packed: Uint8Array, maxBytes: number) => Uint8Array | undefined;

/**
 * Streams without which no program loads a macro project (MS-OVBA); spreadsheet programs keep the empty
 * storages when a project is removed.
 */
const macroStreams: ReadonlySet<string> = new Set(['_vba_project', 'dir']);

const dangerOfName: Readonly<Record<string, UnsafeContentKind>> = {
  ctls: 'activeX',
  '\u0003ocxname': 'activeX',
  '\u0003ocxdata': 'activeX',
  '\u0001ole10native': 'embedded',
  package: 'embedded',
  encryptedpackage: 'encrypted',
  encryptioninfo: 'encrypted',
};

const mainStreams: readonly (readonly [string, FileKind])[] = [
  ['worddocument', 'doc'],
  ['workbook', 'xls'],
  ['book', 'xls'],
  ['powerpoint document', 'ppt'],
];

/**
 * Returns the old office format of a compound file by the main stream under its root, because it may contain
 * objects of other formats; `cfb` if it is none of them.
 */
export function kindOfCompound({ rootStreams }: Pick<CompoundFile, 'rootStreams'>): FileKind {
  const names = new Set(rootStreams.map((name) => name.toLowerCase()));
  return mainStreams.find(([name]) => names.has(name))?.[1] ?? 'cfb';
}

/** Returns the danger in an old office file, or in an object inside another file: macros, controls, packed programs. */
export function dangerOfCompound(
  file: CompoundFile,
  inflate: Inflate,
  depth = 0,
): UnsafeContentKind | undefined {
  for (const name of file.names) {
    const lower = name.toLowerCase();
    const danger = Object.hasOwn(dangerOfName, lower) ? dangerOfName[lower] : undefined;
    if (danger) return danger;
  }
  for (const stream of file.streams) {
    const name = stream.name.toLowerCase();
    if (macroStreams.has(name)) return 'macro';
    const checkContent = name === 'workbook' || name === 'book' ? dangerOfWorkbook : undefined;
    const isPresentation = name === 'powerpoint document';
    if (!checkContent && !isPresentation) continue;
    const bytes = file.read(stream);
    if (!bytes) return 'broken';
    const danger = checkContent ? checkContent(bytes) : dangerOfPresentation(bytes, inflate, depth);
    if (danger) return danger;
  }
  return undefined;
}

const boundSheet = 0x85;
const beginOfFile = 0x809;
const filePass = 0x2f;

/**
 * Finds macro sheets of old workbooks, which have no storage of their own and appear only in the list of
 * sheets (MS-XLS).
 */
function dangerOfWorkbook(bytes: Uint8Array): UnsafeContentKind | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let recordStart = 0; recordStart + 4 <= bytes.length; ) {
    const [record, length] = [view.getUint16(recordStart, true), view.getUint16(recordStart + 2, true)];
    const byteAt = (offset: number) => (offset < length ? bytes[recordStart + 4 + offset] : undefined);
    if (record === filePass) return 'encrypted';
    if (record === boundSheet && (byteAt(5) === 1 || byteAt(5) === 6)) return 'macro';
    if (record === beginOfFile && byteAt(2) === 0x40 && byteAt(3) === 0) return 'macro';
    recordStart += 4 + length;
  }
  return undefined;
}

const embeddedObject = 0x1011;
const maxObjectBytes = 32 * 1_048_576;

/**
 * Checks the objects of old presentations, including macros, which are compound files packed into records
 * (MS-PPT).
 */
function dangerOfPresentation(
  bytes: Uint8Array,
  inflate: Inflate,
  depth: number,
): UnsafeContentKind | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let recordStart = 0; recordStart + 8 <= bytes.length; ) {
    const [version, type, length] = [
      view.getUint16(recordStart, true),
      view.getUint16(recordStart + 2, true),
      view.getUint32(recordStart + 4, true),
    ];
    if (type === embeddedObject) {
      const content = bytes.subarray(recordStart + 8, recordStart + 8 + length);
      const unpacked = version >> 4 === 1 ? inflate(content.subarray(4), maxObjectBytes) : content;
      const object = unpacked && readCompoundFile(unpacked);
      if (!object || depth > 2) return 'broken';
      const danger = dangerOfCompound(object, inflate, depth + 1);
      if (danger) return danger;
    }
    recordStart += 8 + length;
  }
  return undefined;
}
