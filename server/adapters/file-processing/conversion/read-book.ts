import { type CellObject, read, SSF, set_cptable, type WorkSheet } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import { frozenRowsOfParts, frozenRowsOfRecords } from './frozen-rows.ts';
import { chineseFormats } from './sheet-formats.ts';

/** A sheet of a workbook as in its file: rows and cells may be missing. */
export interface BookSheet {
  name: string;
  /** True for a visible sheet that is no chart. */
  isVisible: boolean;
  rows: readonly (readonly CellObject[] | undefined)[];
  merges: NonNullable<WorkSheet['!merges']>;
  columns: NonNullable<WorkSheet['!cols']>;
  frozenRows: number;
}

export interface Book {
  sheets: BookSheet[];
  /** True if its days are counted from 1904. */
  is1904: boolean;
}

interface BookOptions {
  format: 'xlsx' | 'xls';
  maxRows: number;
  /** True if cells are marked as formulas. */
  hasFormulas?: boolean;
}

// Workbooks from before 1997 use the Chinese code page.
set_cptable(codePages);

const fileSignatures = { xlsx: '504b', xls: 'd0cf11e0' } as const;

/**
 * Reads a workbook, with a maximum number of rows per sheet. Throws if the bytes are no workbook of this
 * format.
 */
export function readBook(bytes: Buffer, { format, maxRows, hasFormulas = false }: BookOptions): Book {
  // The library would otherwise try other formats, down to plain text.
  if (!bytes.toString('hex', 0, 4).startsWith(fileSignatures[format])) throw new Error(`No ${format}`);
  const book = read(bytes, {
    // The library reads this option at each cell, the only time at which the table of formats exists.
    get cellNF() {
      addChineseFormats();
      return true;
    },
    set cellNF(_) {},
    type: 'buffer',
    dense: true,
    sheetRows: maxRows,
    cellFormula: hasFormulas,
    cellHTML: false,
    cellText: false,
    // Column widths need this option, which would also include every empty cell; an uncalculated formula is
    // one.
    cellStyles: true,
    get sheetStubs() {
      return hasFormulas;
    },
    set sheetStubs(_) {},
    bookFiles: format === 'xlsx',
  }) as LibraryBook;
  const frozenRows = format === 'xlsx' ? frozenRowsOfParts(book) : frozenRowsOfRecords(bytes);
  const visibility = new Map(book.Workbook?.Sheets?.map(({ name, Hidden }) => [name, Hidden]));
  const sheets = book.SheetNames.map((name, index): BookSheet => {
    const sheet = book.Sheets[name];
    return {
      name,
      isVisible: sheet !== undefined && (sheet['!type'] ?? 'sheet') === 'sheet' && !visibility.get(name),
      rows: sheet?.['!data'] ?? [],
      merges: sheet?.['!merges'] ?? [],
      columns: sheet?.['!cols'] ?? [],
      frozenRows: frozenRows[index] ?? 0,
    };
  });
  return { sheets, is1904: book.Workbook?.WBProps?.date1904 === true };
}

/** Result of the library's `read`, with members missing from its types. */
type LibraryBook = ReturnType<typeof read> & {
  /** The parts of a package by their paths. */
  files?: Record<string, { content?: Uint8Array }>;
};

/**
 * The library's table of formats for the current file, to which the file's own formats are added before its
 * cells are read.
 */
let filledTable: object | undefined;
const libraryFormats = { ...(SSF.get_table() as Record<number, string>) };

function addChineseFormats(): void {
  const table = SSF.get_table() as Record<number, string>;
  if (filledTable === table) return;
  filledTable = table;
  for (const [id, format] of chineseFormats)
    if (table[id] === undefined || table[id] === libraryFormats[id]) table[id] = format;
}
