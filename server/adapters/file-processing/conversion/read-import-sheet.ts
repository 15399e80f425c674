import { type CellObject, SSF } from '@e965/xlsx';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import type { RawCell, RawSheet } from '#domain/sheets/raw-sheet.ts';
import { headBytes, sniffFileKind } from '#domain/uploads/file-kind.ts';
import { inspectZip } from '../inspection/inspect-zip.ts';
import { UnsafeContentError } from '../inspection/inspection.ts';
import { type BookSheet, readBook } from './read-book.ts';
import { refuseLargeXlsx } from './sheet-bounds.ts';
import { ProcessingError, type ReadSheetJob } from './work.ts';

/** Largest number of blank rows that are skipped: spreadsheets keep rows that only have a colour. */
const maxBlankRows = 20_000;

/**
 * Reads one sheet of an uploaded workbook. Refuses a file that is no workbook, or has content that no upload
 * may contain, each with an error of its own.
 */
export async function readImportSheet(order: ReadSheetJob): Promise<RawSheet> {
  const bytes = Buffer.from(order.bytes);
  await inspectWorkbook(bytes);
  await refuseLargeXlsx(bytes);
  const { sheet, is1904 } = readWantedSheet(bytes, order.name);
  const filled = sheet.rows.slice(0, maxBlankRows);
  const height = filled.findLastIndex((row) => (row ?? []).some(isFilled)) + 1;
  const shown = Math.min(height, order.maxRows + 1);
  const width = filled.reduce(
    (most, row = []) => Math.max(most, row.slice(0, order.maxColumns + 1).findLastIndex(isFilled) + 1),
    0,
  );
  const rows = Array.from({ length: shown }, (_, row) =>
    Array.from({ length: Math.min(width, order.maxColumns) }, (_, column) =>
      cellOf(filled[row]?.[column], is1904),
    ),
  );
  refuseLargeTexts(rows);
  const merged = sheet.merges.flatMap(({ s: { r: from }, e: { r: to } }) =>
    Array.from({ length: Math.max(0, Math.min(to, shown - 1) - from + 1) }, (_, index) => from + index + 1),
  );
  return {
    name: sheet.name.slice(0, 64),
    rows,
    mergedRows: [...new Set(merged)].sort((a, b) => a - b),
    isCut: height > shown || width > order.maxColumns || sheet.rows.length > maxBlankRows,
  };
}

/** Refuses cells that are too large together, before they are copied to the main process. */
function refuseLargeTexts(rows: readonly (readonly RawCell[])[]): void {
  let letters = 0;
  for (const cell of rows.flat()) if (typeof cell === 'string') letters += cell.length;
  if (letters > sheetLimits.letters) throw new ProcessingError('tooManyCells');
}

async function inspectWorkbook(bytes: Buffer): Promise<void> {
  const kind = sniffFileKind(bytes.subarray(0, headBytes));
  if (kind === 'cfb') throw new ProcessingError('locked');
  if (kind !== 'zip') throw new ProcessingError('noWorkbook');
  try {
    const inspection = await inspectZip(bytes);
    if (inspection.danger !== undefined) throw new ProcessingError('dangerous');
    if (inspection.kind !== 'xlsx') throw new ProcessingError('noWorkbook');
  } catch (error) {
    if (error instanceof ProcessingError) throw error;
    throw new ProcessingError(
      error instanceof UnsafeContentError && error.danger === 'encrypted' ? 'locked' : 'dangerous',
    );
  }
}

function readWantedSheet(bytes: Buffer, name: string): { sheet: BookSheet; is1904: boolean } {
  try {
    const { sheets, is1904 } = readBook(bytes, {
      format: 'xlsx',
      maxRows: maxBlankRows + 1,
      hasFormulas: true,
    });
    const seen = sheets.filter(({ isSeen }) => isSeen);
    const sheet = seen.find((one) => one.name === name) ?? seen[0];
    if (sheet) return { sheet, is1904 };
  } catch {
    // Every other failure of the reader is an error of the file.
  }
  throw new ProcessingError('unreadable');
}

const isFilled = (cell: CellObject | undefined) =>
  cell !== undefined && ((cell.v !== undefined && cell.v !== '') || isFormula(cell));
/** Checks for a formula: its result was calculated by another program. */
const isFormula = ({ f: formula, F: range }: CellObject) => formula !== undefined || range !== undefined;

function cellOf(cell: CellObject | undefined, is1904: boolean): RawCell {
  if (cell === undefined) return null;
  const { t: kind, v: value, z: format } = cell;
  if (isFormula(cell)) return { fault: 'formula' };
  if (kind === 'e') return { fault: 'error' };
  if (typeof value === 'number') {
    return typeof format === 'string' && SSF.is_date(format) ? dayOf(value, is1904) : value;
  }
  if (typeof value === 'string') return value === '' ? null : value.slice(0, 4_000);
  return typeof value === 'boolean' ? value : null;
}

function dayOf(value: number, is1904: boolean): RawCell {
  const found = SSF.parse_date_code(value, { date1904: is1904 }) as {
    y: number;
    m: number;
    d: number;
  } | null;
  if (!found) return { fault: 'error' };
  const [year, month, day] = [found.y, found.m, found.d].map((part, index) =>
    String(part).padStart(index === 0 ? 4 : 2, '0'),
  );
  return { day: `${year}-${month}-${day}` };
}
