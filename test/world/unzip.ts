import { inflateRawSync } from 'node:zlib';

/** Returns the parts of a ZIP file, read from its directory at the end without the library that wrote it. */
export function unzipBytes(bytes: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = bytes.readUInt32LE(end + 16);
  for (let remaining = bytes.readUInt16LE(end + 10); remaining > 0; remaining--) {
    const [size, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    parts.set(name, inflateRawSync(bytes.subarray(start, start + size)));
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

/** Returns the parts as texts. */
export function unzip(bytes: Buffer): Map<string, string> {
  return new Map([...unzipBytes(bytes)].map(([name, part]) => [name, part.toString('utf8')]));
}
