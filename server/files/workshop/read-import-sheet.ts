import { readXlsx } from 'hucre/xlsx';
import type { RawCell, RawSheet } from '#domain/sheets/raw-sheet.ts';
import { headBytes, sniffFileKind } from '#domain/uploads/file-kind.ts';
import { inspectZip } from '../inspection/inspect-zip.ts';
import { DangerFound } from '../inspection/inspection.ts';
import { refuseLargeXlsx } from './sheet-bounds.ts';
import { CannotWork, type ReadSheetOrder } from './work.ts';

type Sheet = Awaited<ReturnType<typeof readXlsx>>['sheets'][number];

/** So many rows are looked at for one that has content: spreadsheets keep rows that were only coloured. */
const blankRowsLookedAt = 20_000;

/** Reads the one sheet of an uploaded workbook; what is no workbook, or holds what no upload may, is refused by its kind. */
export async function readImportSheet(order: ReadSheetOrder): Promise<RawSheet> {
  const bytes = Buffer.from(order.bytes);
  await inspectWorkbook(bytes);
  await refuseLargeXlsx(bytes);
  const sheet = await readWantedSheet(bytes, order);
  if (!sheet) throw new CannotWork('unreadable');
  const height = sheet.rows.findLastIndex((row) => (row ?? []).some(isFilled)) + 1;
  const shown = Math.min(height, order.mostRows + 1);
  const width = sheet.rows.reduce((most, row) => Math.max(most, (row ?? []).findLastIndex(isFilled) + 1), 0);
  const faults = faultsOf(sheet);
  const rows = Array.from({ length: shown }, (_, row) =>
    Array.from(
      { length: Math.min(width, order.mostColumns) },
      (_, column) => faults.get(`${row},${column}`) ?? cellOf(sheet.rows[row]?.[column]),
    ),
  );
  const merged = (sheet.merges ?? []).flatMap(({ startRow, endRow }) =>
    Array.from({ length: Math.min(endRow, shown - 1) - startRow + 1 }, (_, at) => startRow + at + 1),
  );
  return {
    name: sheet.name.slice(0, 64),
    rows,
    mergedRows: [...new Set(merged)].sort((a, b) => a - b),
    isCut: height > shown || width > order.mostColumns || sheet.rows.length > blankRowsLookedAt,
  };
}

async function inspectWorkbook(bytes: Buffer): Promise<void> {
  const kind = sniffFileKind(bytes.subarray(0, headBytes));
  if (kind === 'cfb') throw new CannotWork('locked');
  if (kind !== 'zip') throw new CannotWork('noWorkbook');
  try {
    const inspection = await inspectZip(bytes);
    if (inspection.danger !== undefined) throw new CannotWork('dangerous');
    if (inspection.kind !== 'xlsx') throw new CannotWork('noWorkbook');
  } catch (error) {
    if (error instanceof CannotWork) throw error;
    throw new CannotWork(
      error instanceof DangerFound && error.danger === 'encrypted' ? 'locked' : 'dangerous',
    );
  }
}

async function readWantedSheet(bytes: Buffer, { name }: ReadSheetOrder): Promise<Sheet | undefined> {
  try {
    const { sheets } = await readXlsx(bytes, {
      maxRows: blankRowsLookedAt + 1,
      sheets: ({ hidden, veryHidden }) => !hidden && !veryHidden,
    });
    return sheets.find((sheet) => sheet.name === name) ?? sheets[0];
  } catch {
    throw new CannotWork('unreadable');
  }
}

const isFilled = (value: unknown) => value !== null && value !== undefined && value !== '';

function cellOf(value: Sheet['rows'][number][number] | undefined): RawCell {
  if (value === null || value === undefined) return null;
  if (!(value instanceof Date)) return typeof value === 'string' ? value.slice(0, 4_000) : value;
  return Number.isNaN(value.getTime()) ? { fault: 'error' } : { day: value.toISOString().slice(0, 10) };
}

/** Cells that hold no value of their own: the result of a formula is what another program worked out. */
function faultsOf({ cells = new Map() }: Sheet): Map<string, RawCell> {
  const faults = new Map<string, RawCell>();
  for (const [place, { type }] of cells) {
    if (type === 'formula' || type === 'error') faults.set(place, { fault: type });
  }
  return faults;
}
