/**
 * The container of the old office formats (MS-CFB), read with limits: no chain is longer than the file has
 * sectors.
 */
export interface CompoundFile {
  /** All streams, at any depth. */
  streams: readonly CompoundStream[];
  /** Names of all storages and streams, at any depth. */
  names: readonly string[];
  /** Names of the streams directly under the root; streams of embedded objects are deeper. */
  rootStreams: readonly string[];
  /** Returns the bytes of a stream; undefined if its chain is broken. */
  read(stream: CompoundStream): Uint8Array | undefined;
}

export interface CompoundStream {
  name: string;
  start: number;
  size: number;
}

const lastSector = 0xffff_fffa;
const miniCutoff = 4096;
const miniShift = 6;
const directoryEntryBytes = 128;
const maxDirectoryEntries = 20_000;

/** Reads the directory of a compound file; undefined if the file is not one or is broken. */
export function readCompoundFile(bytes: Uint8Array): CompoundFile | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 512 || view.getUint32(0) !== 0xd0cf_11e0 || view.getUint32(4) !== 0xa1b1_1ae1) {
    return undefined;
  }
  const shift = view.getUint16(30, true);
  if (shift !== 9 && shift !== 12) return undefined;
  const sectorBytes = 1 << shift;
  const sectors = Math.ceil(bytes.length / sectorBytes) - 1;
  const table = readTable(view, { shift, sectors });
  if (!table) return undefined;

  const chain = (first: number, next: (sector: number) => number, limit: number): number[] | undefined => {
    const chainSectors: number[] = [];
    for (let sector = first; sector < lastSector; sector = next(sector)) {
      if (chainSectors.length > limit || sector >= limit) return undefined;
      chainSectors.push(sector);
    }
    return chainSectors;
  };
  const joinSectors = (sectorNumbers: readonly number[]): Uint8Array => {
    const result = new Uint8Array(sectorNumbers.length * sectorBytes);
    sectorNumbers.forEach((sector, index) => {
      const start = (sector + 1) * sectorBytes;
      result.set(bytes.subarray(start, Math.min(start + sectorBytes, bytes.length)), index * sectorBytes);
    });
    return result;
  };
  const readChain = (first: number): Uint8Array | undefined => {
    const chainSectors = chain(first, (sector) => table[sector] ?? lastSector, sectors);
    return chainSectors && joinSectors(chainSectors);
  };

  const directory = readChain(view.getUint32(48, true));
  // Entries beyond the limit would not be checked.
  if (!directory || directory.length === 0 || directory.length > maxDirectoryEntries * directoryEntryBytes) {
    return undefined;
  }
  const entries = readDirectory(directory);
  const [root] = entries;
  if (root?.type !== 5) return undefined;
  const mini = readChain(root.start);
  const miniTable = readChain(view.getUint32(60, true));

  return {
    names: entries.filter(({ type }) => type !== 0).map(({ name }) => name),
    streams: entries.filter(({ type }) => type === 2),
    rootStreams: siblingsOf(entries, root.child)
      .filter(({ type }) => type === 2)
      .map(({ name }) => name),
    read({ start, size }) {
      if (size > bytes.length) return undefined;
      if (size >= miniCutoff) return readChain(start)?.subarray(0, size);
      if (size === 0) return new Uint8Array();
      if (!mini || !miniTable) return undefined;
      const links = new DataView(miniTable.buffer);
      const count = miniTable.length / 4;
      const chainSectors = chain(
        start,
        (sector) => (sector < count ? links.getUint32(sector * 4, true) : lastSector),
        count,
      );
      if (!chainSectors) return undefined;
      const result = new Uint8Array(chainSectors.length << miniShift);
      chainSectors.forEach((sector, index) => {
        result.set(mini.subarray(sector << miniShift, (sector + 1) << miniShift), index << miniShift);
      });
      return result.subarray(0, size);
    },
  };
}

/** Returns the allocation table: the next sector of every sector. */
function readTable(view: DataView, { shift, sectors }: { shift: number; sectors: number }) {
  const perSector = (1 << shift) / 4;
  const tableSectors: number[] = [];
  for (let index = 0; index < 109; index += 1) tableSectors.push(view.getUint32(76 + index * 4, true));
  let nextSector = view.getUint32(68, true);
  for (let step = 0; nextSector < lastSector && step <= sectors; step += 1) {
    const start = (nextSector + 1) << shift;
    if (nextSector >= sectors || start + perSector * 4 > view.byteLength) return undefined;
    for (let index = 0; index < perSector - 1; index += 1)
      tableSectors.push(view.getUint32(start + index * 4, true));
    nextSector = view.getUint32(start + (perSector - 1) * 4, true);
  }
  const usedSectors = tableSectors.filter((sector) => sector < lastSector);
  // Some programs allocate spare tables, so the only limit is the size of the file.
  if (usedSectors.length > sectors) return undefined;
  const table: number[] = [];
  for (const sector of usedSectors) {
    const start = (sector + 1) * perSector * 4;
    if (sector >= sectors || start + perSector * 4 > view.byteLength) return undefined;
    for (let index = 0; index < perSector; index += 1) table.push(view.getUint32(start + index * 4, true));
  }
  return table;
}

interface DirectoryEntry extends CompoundStream {
  type: number;
  left: number;
  right: number;
  child: number;
}

/** Returns the entries of the tree below an entry, each once, even if its links form a cycle. */
function siblingsOf(entries: readonly DirectoryEntry[], first: number): DirectoryEntry[] {
  const seen = new Set<number>();
  const pending = [first];
  for (let entryIndex = pending.pop(); entryIndex !== undefined; entryIndex = pending.pop()) {
    const entry = entries[entryIndex];
    if (!entry || seen.has(entryIndex)) continue;
    seen.add(entryIndex);
    pending.push(entry.left, entry.right);
  }
  return [...seen].flatMap((entryIndex) => entries[entryIndex] ?? []);
}

function readDirectory(directory: Uint8Array): DirectoryEntry[] {
  const view = new DataView(directory.buffer);
  const count = Math.floor(directory.length / directoryEntryBytes);
  return Array.from({ length: count }, (_, number) => {
    const offset = number * directoryEntryBytes;
    const units = Math.min(Math.max(view.getUint16(offset + 64, true) / 2 - 1, 0), 31);
    const codes = Array.from({ length: Math.floor(units) }, (_code, unit) =>
      view.getUint16(offset + unit * 2, true),
    );
    return {
      name: String.fromCharCode(...codes),
      type: directory[offset + 66] ?? 0,
      left: view.getUint32(offset + 68, true),
      right: view.getUint32(offset + 72, true),
      child: view.getUint32(offset + 76, true),
      start: view.getUint32(offset + 116, true),
      size: view.getUint32(offset + 120, true),
    };
  });
}
