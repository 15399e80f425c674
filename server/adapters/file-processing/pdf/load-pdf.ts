import { PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFObjectParser } from '@cantoo/pdf-lib';
import { mergeLimits } from '#domain/uploads/limits.ts';

/** A dictionary or an array takes about as much memory as so many plain values. */
const weightOfCollection = 4;

/** Thrown where PDFs hold more values than may be built of them. */
export class TooManyObjects extends Error {
  override name = 'TooManyObjects';
}

let left = 0;
const { parseObject } = PDFObjectParser.prototype;

/** Counts every value while it is read, in packed objects too: the engine has no limit of its own. */
PDFObjectParser.prototype.parseObject = function parseCounted(...place) {
  if (left <= 0) throw new TooManyObjects();
  const value = parseObject.apply(this, place);
  left -= value instanceof PDFDict || value instanceof PDFArray ? weightOfCollection : 1;
  return value;
};

/** Reads PDFs that hold no more values together than may be built of one order; an encrypted one where it opens without a password. */
export function createPdfLoader(): (bytes: Uint8Array) => Promise<PDFDocument> {
  let room: number = mergeLimits.values;
  return async (bytes) => {
    left = room;
    // The engine reads an encrypted one twice, and can make nothing of its packed objects before it has their key.
    const isEncrypted = Buffer.from(bytes).includes('/Encrypt', 0, 'latin1');
    const paper = await PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: !isEncrypted,
      warnOnInvalidObjects: false,
      password: '',
      // Without pauses, so that no other document is counted between.
      parseSpeed: Number.POSITIVE_INFINITY,
    }).catch((error: unknown) => {
      // The engine distinguishes a broken object from this error, and tries to continue.
      throw left <= 0 ? new TooManyObjects() : error;
    });
    if (left <= 0) throw new TooManyObjects();
    if (isEncrypted) dropBroken(paper);
    room = left;
    return paper;
  };
}

/** The engine takes the table of an encrypted PDF for encrypted, which it never is; it is of no use any more. Anything else must be whole. */
function dropBroken({ context }: PDFDocument): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFInvalidObject)) continue;
    const bytes = new Uint8Array(object.sizeInBytes());
    object.copyBytesInto(bytes, 0);
    if (!Buffer.from(bytes).includes('/XRef', 0, 'latin1')) throw new Error('An object is broken');
    context.delete(ref);
  }
}
