import { PDFArray, PDFDict, PDFDocument, PDFObjectParser } from 'pdf-lib';
import { mergeLimits } from '#domain/uploads/limits.ts';
import { CannotWork } from './work.ts';

/** A dictionary or an array takes about as much memory as so many plain values. */
const weightOfCollection = 4;

let left = 0;
const { parseObject } = PDFObjectParser.prototype;

/** Counts every value while it is read, in packed objects too: the engine has no limit of its own. */
PDFObjectParser.prototype.parseObject = function parseCounted() {
  if (left <= 0) throw new CannotWork('tooManyObjects');
  const value = parseObject.call(this);
  left -= value instanceof PDFDict || value instanceof PDFArray ? weightOfCollection : 1;
  return value;
};

/** Reads PDFs that hold no more values together than may be built of one order. */
export function createPdfLoader(): (bytes: Uint8Array) => Promise<PDFDocument> {
  let room: number = mergeLimits.values;
  return async (bytes) => {
    left = room;
    const paper = await PDFDocument.load(bytes, {
      updateMetadata: false,
      throwOnInvalidObject: true,
      // Without pauses, so that no other paper is counted between.
      parseSpeed: Number.POSITIVE_INFINITY,
    }).catch((error: unknown) => {
      // The engine tells a broken object from what is thrown over it, and tries to go on.
      throw left <= 0 ? new CannotWork('tooManyObjects') : error;
    });
    if (left <= 0) throw new CannotWork('tooManyObjects');
    room = left;
    return paper;
  };
}
