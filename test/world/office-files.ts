import { crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** Small files in the formats that people upload, and hostile ones, made byte by byte. */

export interface ZipPart {
  name: string;
  content?: string | Uint8Array;
  /** Values that the directory of the ZIP file claims instead of the true ones. */
  claims?: { size?: number; crc?: number; name?: string; offset?: number; flags?: number };
  isStored?: boolean;
}

/** Returns a ZIP file with these parts. */
export function zipOf(
  parts: readonly ZipPart[],
  options: { before?: Uint8Array; comment?: Uint8Array } = {},
): Buffer {
  const { before = Buffer.alloc(0), comment = Buffer.alloc(0) } = options;
  const chunks: Buffer[] = [Buffer.from(before)];
  const directory: Buffer[] = [];
  let at = before.length;
  for (const { name, content = '', claims = {}, isStored = false } of parts) {
    const uncompressed = Buffer.from(content as Uint8Array);
    const compressed = isStored ? uncompressed : deflateRawSync(uncompressed);
    const nameBytes = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x800 | (claims.flags ?? 0), 2);
    head.writeUInt16LE(isStored ? 0 : 8, 4);
    head.writeUInt32LE(claims.crc ?? crc32(uncompressed), 10);
    head.writeUInt32LE(compressed.length, 14);
    head.writeUInt32LE(claims.size ?? uncompressed.length, 18);
    head.writeUInt16LE(nameBytes.length, 22);
    const claimedName = Buffer.from(claims.name ?? name);
    const central = Buffer.alloc(46);
    central.write('PK\u0001\u0002', 'latin1');
    central.writeUInt16LE(20, 4);
    head.copy(central, 6, 0, 26);
    central.writeUInt16LE(claimedName.length, 28);
    central.writeUInt32LE(claims.offset ?? at, 42);
    directory.push(central, claimedName);
    const chunk = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), head, nameBytes, compressed]);
    chunks.push(chunk);
    at += chunk.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...chunks, central, end, comment]);
}

const types = (more = '') =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${more}</Types>`;

export const relations = (...rows: string[]) =>
  `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`;

const relationType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export const relation = (type: string, target: string, mode = '') =>
  `<Relationship Id="r1" Type="${relationType}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`;

/** Returns a text document with these additional parts. */
export function docxOf(parts: readonly ZipPart[] = [], typesOfParts = ''): Buffer {
  const ownParts: ZipPart[] = [
    { name: '[Content_Types].xml', content: types(typesOfParts) },
    { name: '_rels/.rels', content: relations(relation('officeDocument', 'word/document.xml')) },
    {
      name: 'word/document.xml',
      content: '<w:document><w:body><w:p><w:r><w:t>来信</w:t></w:r></w:p></w:body></w:document>',
    },
  ];
  const replaced = new Set(parts.map(({ name }) => name));
  return zipOf([...ownParts.filter(({ name }) => !replaced.has(name)), ...parts]);
}

/** Returns a workbook with these additional parts. */
export function xlsxOf(parts: readonly ZipPart[] = []): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: types() },
    { name: '_rels/.rels', content: relations(relation('officeDocument', 'xl/workbook.xml')) },
    { name: 'xl/workbook.xml', content: '<workbook><sheets/></workbook>' },
    ...parts,
  ]);
}

export function pptxOf(parts: readonly ZipPart[] = []): Buffer {
  return zipOf([
    { name: '[Content_Types].xml', content: types() },
    { name: 'ppt/presentation.xml', content: '<p:presentation/>' },
    ...parts,
  ]);
}

export interface CompoundPart {
  name: string;
  /** Undefined for a storage. */
  content?: Uint8Array;
  /** Only for a storage. */
  parts?: readonly CompoundPart[];
}

const freeSector = 0xffff_ffff;
const endOfChain = 0xffff_fffe;

/** Returns a compound file (old office format) with these storages and streams. */
export function compoundOf(parts: readonly CompoundPart[], spareTables = 0): Buffer {
  const sectors: Buffer[] = [];
  const table: number[] = [];
  const addChain = (bytes: Uint8Array): number => {
    const count = Math.max(Math.ceil(bytes.length / 512), 1);
    const first = sectors.length;
    for (let index = 0; index < count; index += 1) {
      const sector = Buffer.alloc(512);
      sector.set(bytes.subarray(index * 512, index * 512 + 512));
      sectors.push(sector);
      table.push(index + 1 < count ? first + index + 1 : endOfChain);
    }
    return first;
  };
  const entryOf = (name: string, type: number, start: number, size: number): Buffer => {
    const entry = Buffer.alloc(128);
    entry.write(name, 0, 'utf16le');
    entry.writeUInt16LE((name.length + 1) * 2, 64);
    entry[66] = type;
    for (const at of [68, 72, 76]) entry.writeUInt32LE(freeSector, at);
    entry.writeUInt32LE(start, 116);
    entry.writeUInt32LE(size, 120);
    return entry;
  };
  // Streams of 4096 bytes and more have their own sectors; shorter ones are padded to this, which every
  // reader accepts.
  const entries = [entryOf('Root Entry', 5, endOfChain, 0)];
  /** Adds the parts to an entry, as a tree that is in fact a list. */
  const addParts = (index: number, children: readonly CompoundPart[]) => {
    let last: Buffer | undefined;
    for (const { name, content, parts: grandchildren = [] } of children) {
      const number = entries.length;
      const padded = Buffer.alloc(Math.max(content?.length ?? 0, 4096));
      padded.set(content ?? []);
      const entry = content ? entryOf(name, 2, addChain(padded), padded.length) : entryOf(name, 1, 0, 0);
      entries.push(entry);
      if (last) last.writeUInt32LE(number, 72);
      else entries[index]?.writeUInt32LE(number, 76);
      last = entry;
      addParts(number, grandchildren);
    }
  };
  addParts(0, parts);
  const directory = Buffer.concat(entries);
  const directoryStart = addChain(directory);
  const tableSectors = Math.ceil((table.length + 2) / 127) + 1 + spareTables;
  const tableStart = sectors.length;
  for (let index = 0; index < tableSectors; index += 1) table.push(0xffff_fffd);
  const tableBytes = Buffer.alloc(tableSectors * 512, 255);
  table.forEach((next, index) => {
    tableBytes.writeUInt32LE(next, index * 4);
  });
  const header = Buffer.alloc(512);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tableSectors, 44);
  header.writeUInt32LE(directoryStart, 48);
  header.writeUInt32LE(4096, 56);
  header.writeUInt32LE(endOfChain, 60);
  header.writeUInt32LE(endOfChain, 68);
  for (let index = 0; index < 109; index += 1) {
    header.writeUInt32LE(index < tableSectors ? tableStart + index : freeSector, 76 + index * 4);
  }
  return Buffer.concat([header, ...sectors, tableBytes]);
}

export const docOf = (parts: readonly CompoundPart[] = []) =>
  compoundOf([{ name: 'WordDocument', content: Buffer.from('text') }, ...parts]);

/** Returns one record of an old workbook. */
export function sheetRecord(id: number, content: Uint8Array): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** Returns an old workbook with one sheet of this type: 0 for a worksheet, 1 for a macro sheet. */
export function xlsOf(
  sheetType = 0,
  parts: readonly CompoundPart[] = [],
  more: readonly Buffer[] = [],
): Buffer {
  const workbook = Buffer.concat([
    sheetRecord(0x809, Buffer.from([0, 6, 5, 0, 0, 0, 0, 0])),
    ...more,
    sheetRecord(0x85, Buffer.from([0, 0, 0, 0, 0, sheetType, 1, 0, 65])),
    sheetRecord(0x0a, Buffer.alloc(0)),
  ]);
  return compoundOf([{ name: 'Workbook', content: workbook }, ...parts]);
}

/** Returns an old presentation that contains this compound file as an object. */
export function pptOf(object?: Uint8Array): Buffer {
  const records: Buffer[] = [];
  if (object) {
    const compressed = Buffer.concat([Buffer.alloc(4), deflateSync(object)]);
    const head = Buffer.alloc(8);
    head.writeUInt16LE(1 << 4, 0);
    head.writeUInt16LE(0x1011, 2);
    head.writeUInt32LE(compressed.length, 4);
    records.push(head, compressed);
  }
  return compoundOf([{ name: 'PowerPoint Document', content: Buffer.concat(records) }]);
}

/** Returns a PDF with these objects, given as bodies of `n 0 obj`. */
export function pdfOf(
  objects: readonly (string | Buffer)[],
  end = 'trailer\n<< /Root 1 0 R >>\n%%EOF\n',
): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((body, number) => [
      Buffer.from(`${number + 1} 0 obj\n`),
      Buffer.from(body as string, 'latin1'),
      Buffer.from('\nendobj\n'),
    ]),
    Buffer.from(end),
  ]);
}

/** Returns a stream object; the given dictionary entries come before its length. */
export function pdfStream(entries: string, content: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ]);
}

/** Returns a black picture of this size; without `isWhole` it has one grey pixel, and its header claims the size. */
export function pngOf(width = 1, height = 1, isWhole = false): Buffer {
  const chunk = (type: string, content: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(isWhole ? Buffer.alloc((width + 1) * height) : Buffer.from([0, 128]))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the beginning of a JPEG whose header claims this size. */
export function jpgOf(width = 1, height = 1): Buffer {
  const frame = Buffer.from('ffc0000b0800000000010111 00'.replace(' ', ''), 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    frame,
    Buffer.from('ffd9', 'hex'),
  ]);
}
