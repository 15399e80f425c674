import {
  PDFArray,
  type PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

/** Bytes reserved for the CMS with a chain of certificates. */
const signatureBytes = 16_384;
const placeholder = '0'.repeat(signatureBytes * 2);
/** Wider than any offset. */
const offsetPlaceholder = 9_999_999_999;

/**
 * Returns the PDF with a signature field appended, its existing bytes unchanged; `cms` returns the signature
 * of all bytes except its own place.
 */
export async function addSignature(
  pdf: Uint8Array,
  details: { name: string; reason: string; at: Date },
  cms: (content: Uint8Array) => Uint8Array,
): Promise<Uint8Array> {
  const bytes = await prepare(pdf, details);
  const hexAt = bytes.lastIndexOf(`<${placeholder}>`);
  const afterHex = hexAt + placeholder.length + 2;
  const rangeAt = bytes.lastIndexOf('/ByteRange [', hexAt);
  const rangeLength = bytes.indexOf(']', rangeAt) + 1 - rangeAt;
  const range = [0, hexAt, afterHex, bytes.length - afterHex];
  bytes.write(`/ByteRange [${range.join(' ')}]`.padEnd(rangeLength), rangeAt, 'latin1');
  const content = Buffer.concat([bytes.subarray(0, hexAt), bytes.subarray(afterHex)]);
  const signature = Buffer.from(cms(content)).toString('hex');
  if (signature.length > placeholder.length)
    throw new Error('The signature is longer than the space reserved for it');
  bytes.write(signature, hexAt + 1, 'latin1');
  return bytes;
}

async function prepare(
  pdf: Uint8Array,
  details: { name: string; reason: string; at: Date },
): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false, forIncrementalUpdate: true });
  const { context, catalog } = document;
  const [page] = document.getPages();
  if (page === undefined) throw new Error('The PDF has no pages');
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: 'ETSI.CAdES.detached',
      ByteRange: [0, offsetPlaceholder, offsetPlaceholder, offsetPlaceholder],
      Contents: PDFHexString.of(placeholder),
      M: PDFString.fromDate(details.at),
      Name: PDFHexString.fromText(details.name),
      Reason: PDFHexString.fromText(details.reason),
    }),
  );
  const field = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      F: 132,
      T: PDFString.of(`Signature${signature.objectNumber}`),
      V: signature,
      P: page.ref,
    }),
  );
  append(page.node, 'Annots', field);
  const forms = catalog.getOrCreateAcroForm().dict;
  append(forms, 'Fields', field);
  // Signatures exist, and later changes are appended.
  forms.set(PDFName.of('SigFlags'), PDFNumber.of(3));
  const saved = await document.save({
    useObjectStreams: !hasPlainTable(pdf),
    updateFieldAppearances: false,
  });
  return Buffer.from(saved.buffer, saved.byteOffset, saved.byteLength);
}

/** Adds to a list of a dictionary and changes nothing else of it, so that earlier signatures stay valid. */
function append(dict: PDFDict, name: string, ref: PDFRef): void {
  const list = dict.lookupMaybe(PDFName.of(name), PDFArray);
  if (list) list.push(ref);
  else dict.set(PDFName.of(name), dict.context.obj([ref]));
}

/** Checks whether the PDF ends with a plain cross-reference table, not a stream: an appended part has the same kind. */
function hasPlainTable(pdf: Uint8Array): boolean {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const at = Number(
    /startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1', bytes.length - 2_048))?.[1],
  );
  if (!(at < bytes.length))
    throw new Error('The PDF does not give the position of its cross-reference table');
  return bytes.toString('latin1', at, at + 4) === 'xref';
}
