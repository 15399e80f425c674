/** Pictures of a document by the ids under which it names them. */
export type DocumentPictures = Readonly<Record<string, DocumentPicture>>;

/** A picture with its size in pixels. */
export interface DocumentPicture {
  type: 'png' | 'jpg';
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** Number of pixels of a picture: a larger one would take more memory than a document may. */
const maxPixels = 4_000_000;

/** Returns a PNG or JPEG as a picture of a document; undefined if it is neither, or too large. */
export function readPicture(bytes: Buffer): DocumentPicture | undefined {
  const size = pngSize(bytes) ?? jpegSize(bytes);
  if (size === undefined || size.width * size.height > maxPixels) return undefined;
  return size.width > 0 && size.height > 0 ? { ...size, bytes } : undefined;
}

type PictureSize = Omit<DocumentPicture, 'bytes'>;

const pngStart = Buffer.from('89504e470d0a1a0a', 'hex');

function pngSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngStart)) return undefined;
  return { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Reads the segments of a JPEG up to the one that begins a frame (ITU-T T.81 §B.2.2). */
function jpegSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    // Among the frames are three tables: of Huffman codes, of arithmetic conditions, and a reserved one.
    if (marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { type: 'jpg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    if (marker < 0xff00) return undefined;
  }
  return undefined;
}
