import { create as createQr } from 'qrcode';
import { dateInFigures } from '#domain/documents/chinese-numbers.ts';
import {
  type DocumentBlock,
  DocumentLayout,
  type OfficialDocument,
  partsOfValue,
} from '#domain/documents/document-model.ts';
import { packRows, spansOf } from '#domain/documents/order-sheet-rows.ts';
import { breakTitle } from '#domain/documents/title-lines.ts';

/** Part of the page of a 办件单: packed rows of facts, or one of the other blocks. */
export type OrderSheetPart =
  | { kind: 'facts'; rows: { label: string; text: string; pictures: readonly string[]; span: number }[][] }
  | Exclude<DocumentBlock, { kind: 'fields' }>;

/**
 * Returns a document with additional data that the engine cannot compute: formatted dates, packed rows, the
 * cells of the QR code.
 */
export function drawableDocument(document: OfficialDocument) {
  const { verification, printer, date } = document;
  const body = document.body.map(withParts);
  return {
    ...document,
    body,
    titleLines: breakTitle(document.title),
    dateText: date === '' ? '' : dateInFigures(date),
    printer: printer && { ...printer, dateText: printer.date === '' ? '' : dateInFigures(printer.date) },
    verification: verification && { ...verification, modules: qrRows(verification.address) },
    sheet: document.look === DocumentLayout.sheet ? orderSheetParts(body).map(withParts) : [],
  };
}

/** Returns a block with each of its values in parts, which the engine draws. */
function withParts<Block extends DocumentBlock | OrderSheetPart>(block: Block): Block {
  switch (block.kind) {
    case 'fields':
      return { ...block, rows: block.rows.map(([label, value]) => [label, partsOfValue(value)]) };
    case 'table':
      return { ...block, rows: block.rows.map((row) => row.map(partsOfValue)) };
    case 'text':
      return { ...block, pictures: block.pictures ?? [] };
    default:
      return block;
  }
}

/** Returns the blocks of a 办件单: short consecutive values share a line, whichever block they are in. */
export function orderSheetParts(body: readonly DocumentBlock[]): OrderSheetPart[] {
  const parts: OrderSheetPart[] = [];
  let facts: { label: string; text: string; pictures: readonly string[] }[] = [];
  const close = () => {
    const rows = packRows(facts).map((row) => {
      const spans = spansOf(row);
      return row.map((fact, index) => ({ ...fact, span: spans[index] ?? 1 }));
    });
    if (rows.length > 0) parts.push({ kind: 'facts', rows });
    facts = [];
  };
  for (const block of body) {
    if (block.kind === 'fields') {
      facts.push(...block.rows.map(([label, value]) => ({ label, ...partsOfValue(value) })));
    } else {
      close();
      parts.push(block);
    }
  }
  close();
  return parts;
}

/** Returns the dark and light cells of a QR code, a text of 1 and 0 for each row. */
function qrRows(text: string): string[] {
  const { modules } = createQr(text, { errorCorrectionLevel: 'M' });
  return Array.from({ length: modules.size }, (_row, y) =>
    Array.from({ length: modules.size }, (_cell, x) => (modules.get(x, y) ? '1' : '0')).join(''),
  );
}
