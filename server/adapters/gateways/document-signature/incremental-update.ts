import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';

/** Bytes reserved for the CMS with a chain of certificates. */
const signatureBytes = 16_384;
const placeholder = '0'.repeat(signatureBytes * 2);
/** Placeholder that is wide enough for any offset. */
const rangePlaceholder = '/ByteRange [0 0000000000 0000000000 0000000000]';

/**
 * Returns the PDF with a signature field appended, its existing bytes unchanged; `cms` returns the signature
 * of all bytes except its own place.
 */
export async function addSignature(
  pdf: Uint8Array,
  about: { name: string; reason: string; at: Date },
  cms: (content: Uint8Array) => Uint8Array,
): Promise<Uint8Array> {
  const prepared = await prepare(Buffer.from(pdf), about);
  const hexAt = prepared.lastIndexOf(`<${placeholder}>`);
  const afterHex = hexAt + placeholder.length + 2;
  const range = [0, hexAt, afterHex, prepared.length - afterHex];
  const written = `/ByteRange [${range.join(' ')}]`.padEnd(rangePlaceholder.length, ' ');
  prepared.write(written, prepared.lastIndexOf(rangePlaceholder), 'latin1');
  const content = Buffer.concat([prepared.subarray(0, hexAt), prepared.subarray(afterHex)]);
  const signature = Buffer.from(cms(content)).toString('hex');
  if (signature.length > placeholder.length) throw new Error('The signature is longer than its place');
  prepared.write(signature, hexAt + 1, 'latin1');
  return prepared;
}

async function prepare(pdf: Buffer, about: { name: string; reason: string; at: Date }): Promise<Buffer> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  const { context } = document;
  const root = context.trailerInfo.Root;
  const [page] = document.getPages();
  if (!(root instanceof PDFRef) || page === undefined) throw new Error('The PDF has no pages');
  const next = context.largestObjectNumber + 1;
  const [signature, field] = [PDFRef.of(next), PDFRef.of(next + 1)];
  const objects = new Map<PDFRef, string>();
  objects.set(
    signature,
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ${rangePlaceholder} ` +
      `/Contents <${placeholder}> /M ${PDFString.fromDate(about.at)} /Name ${PDFHexString.fromText(about.name)} ` +
      `/Reason ${PDFHexString.fromText(about.reason)} >>`,
  );
  objects.set(
    field,
    `<< /Type /Annot /Subtype /Widget /FT /Sig /Rect [0 0 0 0] /F 132 /T (Signature${next}) /V ${signature} /P ${page.ref} >>`,
  );
  objects.set(
    page.ref,
    withEntry(context, page.node, 'Annots', (list) => append(context, list, field)),
  );
  objects.set(
    root,
    withEntry(context, document.catalog, 'AcroForm', (form) => {
      const forms = context.lookupMaybe(form, PDFDict)?.clone(context) ?? PDFDict.withContext(context);
      forms.set(PDFName.of('Fields'), append(context, forms.get(PDFName.of('Fields')), field));
      // The flags say that signatures exist, and that later changes must be appended.
      forms.set(PDFName.of('SigFlags'), PDFNumber.of(3));
      return forms;
    }),
  );
  return appendObjects(pdf, objects, { root, context, size: next + 2 });
}

function withEntry(
  context: PDFContext,
  dict: PDFDict,
  name: string,
  change: (value: PDFObject | undefined) => PDFObject,
): string {
  const copy = PDFDict.withContext(context);
  for (const [key, value] of dict.entries()) copy.set(key, value);
  copy.set(PDFName.of(name), change(dict.get(PDFName.of(name))));
  return copy.toString();
}

function append(context: PDFContext, list: PDFObject | undefined, ref: PDFRef): PDFArray {
  const all = PDFArray.withContext(context);
  for (const one of context.lookupMaybe(list, PDFArray)?.asArray() ?? []) all.push(one);
  all.push(ref);
  return all;
}

/** Appends objects to a PDF, with a cross-reference table of the PDF's own kind. */
function appendObjects(
  pdf: Buffer,
  objects: ReadonlyMap<PDFRef, string>,
  { root, context, size }: { root: PDFRef; context: PDFContext; size: number },
): Buffer {
  const previous = Number(
    /startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf.toString('latin1', pdf.length - 2_048))?.[1],
  );
  if (!(previous < pdf.length)) throw new Error('The PDF does not say where its table stands');
  let text = pdf.at(-1) === 0x0a ? '' : '\n';
  const offsets: { ref: PDFRef; offset: number }[] = [];
  const write = (ref: PDFRef, body: string) => {
    offsets.push({ ref, offset: pdf.length + text.length });
    text += `${ref.objectNumber} ${ref.generationNumber} obj\n${body}\nendobj\n`;
  };
  for (const [ref, body] of objects) write(ref, body);
  const { Info, ID } = context.trailerInfo;
  const trailer = `/Root ${root} /Prev ${previous}${Info ? ` /Info ${Info}` : ''}${ID ? ` /ID ${ID}` : ''}`;
  const tableAt = pdf.length + text.length;
  if (pdf.toString('latin1', previous, previous + 4) === 'xref') {
    text += `xref\n${offsets
      .toSorted((one, other) => one.ref.objectNumber - other.ref.objectNumber)
      .map(({ ref, offset }) => `${ref.objectNumber} 1\n${entry(offset, ref.generationNumber)}`)
      .join('')}trailer\n<< /Size ${size} ${trailer} >>\n`;
  } else {
    const table = PDFRef.of(size);
    const rows = [...offsets, { ref: table, offset: tableAt }].toSorted(
      (one, other) => one.ref.objectNumber - other.ref.objectNumber,
    );
    const index = rows.map(({ ref }) => `${ref.objectNumber} 1`).join(' ');
    const cells = rows
      .map(({ ref, offset }) => `01${hex(offset, 8)}${hex(ref.generationNumber, 4)}`)
      .join('');
    text +=
      `${table.objectNumber} 0 obj\n<< /Type /XRef /Size ${size + 1} /W [1 4 2] /Index [${index}] ` +
      `/Filter /ASCIIHexDecode /Length ${cells.length + 1} ${trailer} >>\nstream\n${cells}>\nendstream\nendobj\n`;
  }
  return Buffer.concat([pdf, Buffer.from(`${text}startxref\n${tableAt}\n%%EOF\n`, 'latin1')]);
}

const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
/** Returns a table entry of twenty bytes, as the format requires. */
const entry = (offset: number, generation: number) =>
  `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`;
