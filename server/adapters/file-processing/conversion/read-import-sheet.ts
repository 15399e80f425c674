import { type CellObject, SSF } from '@e965/xlsx';
import { sheetLimits } from '#domain/sheets/import-sheet.ts';
import type { RawCell, RawSheet } from '#domain/sheets/raw-sheet.ts';
import { headBytes, sniffFileKind } from '#domain/uploads/file-kind.ts';
import { inspectZip } from '../inspection/inspect-zip.ts';
import { UnsafeContentError } from '../inspection/inspection.ts';
import { ProcessingError, type ReadSheetJob } from './processing-job.ts';
import { type BookSheet, readBook } from './read-book.ts';
import { refuseLargeXlsx } from './sheet-bounds.ts';

/** Largest number of blank rows that are skipped: spreadsheets keep rows that only have a colour. */
const maxBlankRows = 20_000;

/**
 * Reads one sheet of an uploaded workbook. Refuses a file that is no workbook, or has content that no upload
 * may contain, each with an error of its own.
 */
export async function readImportSheet(job: ReadSheetJob): Promise<RawSheet> {
  const bytes = Buffer.from(job.bytes);
  await inspectWorkbook(bytes);
  await refuseLargeXlsx(bytes);
  const { sheet, is1904 } = readRequestedSheet(bytes, job.name);
  const sheetRows = sheet.rows.slice(0, maxBlankRows);
  const height = sheetRows.findLastIndex((row) => (row ?? []).some(isFilled)) + 1;
  const rowCount = Math.min(height, job.maxRows + 1);
  const width = sheetRows.reduce(
    (maximum, row = []) => Math.max(maximum, row.slice(0, job.maxColumns + 1).findLastIndex(isFilled) + 1),
    0,
  );
  const rows = Array.from({ length: rowCount }, (_, row) =>
    Array.from({ length: Math.min(width, job.maxColumns) }, (_, column) =>
      cellOf(sheetRows[row]?.[column], is1904),
    ),
  );
  refuseLargeTexts(rows);
  const mergedRows = sheet.merges.flatMap(({ s: { r: from }, e: { r: to } }) =>
    Array.from(
      { length: Math.max(0, Math.min(to, rowCount - 1) - from + 1) },
      (_, index) => from + index + 1,
    ),
  );
  return {
    name: sheet.name.slice(0, 64),
    rows,
    mergedRows: [...new Set(mergedRows)].sort((a, b) => a - b),
    isCut: height > rowCount || width > job.maxColumns || sheet.rows.length > maxBlankRows,
  };
}

/** Refuses cells that are too large together, before they are copied to the main process. */
function refuseLargeTexts(rows: readonly (readonly RawCell[])[]): void {
  let letters = 0;
  for (const cell of rows.flat()) if (typeof cell === 'string') letters += cell.length;
  if (letters > sheetLimits.maxCharacters) throw new ProcessingError('tooManyCells');
}

async function inspectWorkbook(bytes: Buffer): Promise<void> {
  const kind = sniffFileKind(bytes.subarray(0, headBytes));
  if (kind === 'cfb') throw new ProcessingError('locked');
  if (kind !== 'zip') throw new ProcessingError('otherFormat');
  try {
    const inspection = await inspectZip(bytes);
    if (inspection.danger !== undefined) throw new ProcessingError('dangerous');
    if (inspection.kind !== 'xlsx') throw new ProcessingError('otherFormat');
  } catch (error) {
    if (error instanceof ProcessingError) throw error;
    throw new ProcessingError(
      error instanceof UnsafeContentError && error.danger === 'encrypted' ? 'locked' : 'dangerous',
    );
  }
}

function readRequestedSheet(bytes: Buffer, name: string): { sheet: BookSheet; is1904: boolean } {
  try {
    const { sheets, is1904 } = readBook(bytes, {
      format: 'xlsx',
      maxRows: maxBlankRows + 1,
      hasFormulas: true,
    });
    const visible = sheets.filter(({ isVisible }) => isVisible);
    const sheet = visible.find((one) => one.name === name) ?? visible[0];
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
  if (isFormula(cell)) return { problem: 'formula' };
  if (kind === 'e') return { problem: 'error' };
  if (typeof value === 'number') {
    return typeof format === 'string' && SSF.is_date(format) ? dayOf(value, is1904) : value;
  }
  if (typeof value === 'string') return value === '' ? null : value.slice(0, 4_000);
  return typeof value === 'boolean' ? value : null;
}

function dayOf(value: number, is1904: boolean): RawCell {
  const date = SSF.parse_date_code(value, { date1904: is1904 }) as {
    y: number;
    m: number;
    d: number;
  } | null;
  if (!date) return { problem: 'error' };
  const [year, month, day] = [date.y, date.m, date.d].map((part, index) =>
    String(part).padStart(index === 0 ? 4 : 2, '0'),
  );
  return { day: `${year}-${month}-${day}` };
}
