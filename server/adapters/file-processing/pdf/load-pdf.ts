import { PDFArray, PDFDict, PDFDocument, PDFInvalidObject, PDFObjectParser } from '@cantoo/pdf-lib';
import { mergeLimits } from '#domain/uploads/limits.ts';

/** Weight of a dictionary or an array, which needs the memory of about so many plain values. */
const weightOfCollection = 4;

/** Thrown if PDFs contain more values than the limit. */
export class TooManyObjects extends Error {
  override name = 'TooManyObjects';
}

let remaining = 0;
const { parseObject } = PDFObjectParser.prototype;

/** Counts every value while it is parsed, also in packed objects: the library has no limit of its own. */
PDFObjectParser.prototype.parseObject = function parseCounted(...args) {
  if (remaining <= 0) throw new TooManyObjects();
  const value = parseObject.apply(this, args);
  remaining -= value instanceof PDFDict || value instanceof PDFArray ? weightOfCollection : 1;
  return value;
};

/**
 * Returns a loader for PDFs that together contain at most the permitted number of values; an encrypted one if
 * it opens without a password.
 */
export function createPdfLoader(): (bytes: Uint8Array) => Promise<PDFDocument> {
  let budget: number = mergeLimits.values;
  return async (bytes) => {
    remaining = budget;
    // The library reads an encrypted PDF twice, and cannot read its packed objects before it has their key.
    const isEncrypted = Buffer.from(bytes).includes('/Encrypt', 0, 'latin1');
    const pdf = await PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: !isEncrypted,
      warnOnInvalidObjects: false,
      password: '',
      // Without pauses, so that no other document is counted in between.
      parseSpeed: Number.POSITIVE_INFINITY,
    }).catch((error: unknown) => {
      // The library treats this error like a broken object, and tries to continue.
      throw remaining <= 0 ? new TooManyObjects() : error;
    });
    if (remaining <= 0) throw new TooManyObjects();
    if (isEncrypted) removeBrokenObjects(pdf);
    budget = remaining;
    return pdf;
  };
}

/**
 * Removes broken objects. The library tries to decrypt the cross-reference table of an encrypted PDF, which
 * never is encrypted and no longer needed; every other object must be intact.
 */
function removeBrokenObjects({ context }: PDFDocument): void {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFInvalidObject)) continue;
    const bytes = new Uint8Array(object.sizeInBytes());
    object.copyBytesInto(bytes, 0);
    if (!Buffer.from(bytes).includes('/XRef', 0, 'latin1')) throw new Error('A PDF object is damaged');
    context.delete(ref);
  }
}
