/** Names are read from so many entries at most; a document has dozens, a bomb has millions. */
const maxEntries = 2000;

const centralHeader = { signature: 0x02014b50, nameLengthAt: 28, nameAt: 46 };
const localHeader = { signature: 0x04034b50, nameLengthAt: 26, nameAt: 30 };
const endSignature = 0x06054b50;

/**
 * Names of the files in a zip, from the directory at its end, or, where only the head of the file is given, from the
 * entries in it. Nothing is unpacked and damaged places are skipped, so that no file can make this throw or run long.
 */
export function zipEntryNames(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const directory = findDirectory(view);
  return directory === undefined ? namesInHead(view) : namesInDirectory(view, directory);
}

function findDirectory(view: DataView): number | undefined {
  const last = view.byteLength - 22;
  // A comment of up to 65,535 bytes may follow the end record.
  for (let at = last; at >= Math.max(0, last - 65_535); at -= 1) {
    if (view.getUint32(at, true) !== endSignature) continue;
    const directory = view.getUint32(at + 16, true);
    if (directory < at) return directory;
  }
  return undefined;
}

function namesInDirectory(view: DataView, directory: number): string[] {
  const names: string[] = [];
  let at = directory;
  while (names.length < maxEntries && at + centralHeader.nameAt <= view.byteLength) {
    if (view.getUint32(at, true) !== centralHeader.signature) break;
    const nameLength = view.getUint16(at + centralHeader.nameLengthAt, true);
    names.push(nameAt(view, at + centralHeader.nameAt, nameLength));
    at += centralHeader.nameAt + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return names;
}

function namesInHead(view: DataView): string[] {
  const names: string[] = [];
  const last = Math.min(view.byteLength, 65_536) - localHeader.nameAt;
  for (let at = 0; at <= last && names.length < maxEntries; at += 1) {
    if (view.getUint32(at, true) !== localHeader.signature) continue;
    names.push(nameAt(view, at + localHeader.nameAt, view.getUint16(at + localHeader.nameLengthAt, true)));
  }
  return names;
}

function nameAt(view: DataView, at: number, length: number): string {
  let name = '';
  for (let index = at; index < Math.min(at + length, view.byteLength); index += 1) {
    name += String.fromCharCode(view.getUint8(index));
  }
  return name;
}
