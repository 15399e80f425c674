import type { BundlePart } from '#domain/office/bundle-parts.ts';
import type { ImportColumn, SheetRow } from '#domain/sheets/import-sheet.ts';
import type { RawCell } from '#domain/sheets/raw-sheet.ts';
import type { ImportableSheet } from '#server/framework/lists/importable-sheet.ts';
import { previewImport } from '#server/modules/organisation/sheet-imports/service.ts';
import { type Part, type PartImportResult, unreadableRowProblem } from './part.ts';

/** Rows of the bundle, adapted to this office, with notes about the changes. */
interface AdaptedRows {
  rows: readonly SheetRow[];
  notes: string[];
}

/**
 * Builds a part from a spreadsheet of the office: the bundle has the rows of that spreadsheet, with the same
 * checks.
 */
export function sheetPart(
  name: BundlePart,
  sheet: ImportableSheet,
  /** Adapts the bundle's rows to this office. */
  adapt: (rows: readonly SheetRow[], existingRows: readonly SheetRow[]) => AdaptedRows = (rows) => ({
    rows,
    notes: [],
  }),
): Part {
  return {
    name,
    read: async (db, context, actor) => [...(await sheet.read(db, context, actor)).existingRows],
    async importRows({ tx, context, actor }, bundleRows): Promise<PartImportResult> {
      await sheet.lock?.(tx);
      const state = await sheet.read(tx, context, actor);
      const columns = sheet.columns(state);
      const unreadableRows: PartImportResult['problems'] = [];
      const sheetRows: SheetRow[] = [];
      for await (const [index, row] of bundleRows.entries()) {
        if (isSheetRow(row)) sheetRows.push(row);
        else unreadableRows.push(unreadableRowProblem(`第 ${index + 1} 个${sheet.title}`));
      }
      if (unreadableRows.length > 0) return { changes: [], problems: unreadableRows };
      const { rows, notes } = adapt(sheetRows, state.existingRows);
      const raw = { name: sheet.title, rows: cellsOf(columns, rows), mergedRows: [], isCut: false };
      if (rows.length === 0) return { changes: [], problems: [] };
      const { changes, problems } = await previewImport(sheet, raw, state);
      const nameOf = (row: number) => labelOf(rows[row - 2]) ?? sheet.title;
      if (problems.length === 0) {
        const changedRows = changes.filter(({ kind }) => kind !== 'same');
        if (changedRows.length > 0) {
          const refused = await sheet.apply(tx, changedRows, state, context, { actor }, undefined);
          if (refused) throw new Error(`Rows of a configuration bundle were refused: ${sheet.name}`);
        }
      }
      return {
        changes: changes.map(({ kind, key, values, fields }) => ({
          kind,
          key,
          name: String(values.name ?? key),
          fields: [...fields],
        })),
        problems: problems.map(({ row, column, message, missing }) => ({
          name: nameOf(row),
          message: column === '' ? message : `${column}：${message}`,
          ...(missing && { missing }),
        })),
        notes,
      };
    },
  };
}

const isText = (value: unknown) => typeof value === 'string';
const isSheetValue = (value: unknown) =>
  value === null ||
  isText(value) ||
  typeof value === 'number' ||
  (Array.isArray(value) && value.every(isText));

/** Returns the name or the code of a row, if the foreign bundle gives it as text. */
function labelOf(row: SheetRow | undefined): string | undefined {
  return [row?.name, row?.code].find((value) => typeof value === 'string');
}

function isSheetRow(row: unknown): row is SheetRow {
  return (
    typeof row === 'object' && row !== null && !Array.isArray(row) && Object.values(row).every(isSheetValue)
  );
}

/** Returns rows as workbook cells, so that they are read in the same way as a spreadsheet. */
function cellsOf(columns: readonly ImportColumn[], rows: readonly SheetRow[]): RawCell[][] {
  const cell = (value: unknown): RawCell => {
    if (typeof value === 'string' || typeof value === 'number') return value;
    return Array.isArray(value) ? value.join('、') : null;
  };
  return [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ key }) => cell(row[key])))];
}

/**
 * Returns the organisations with only one root, that of this office, whose code every installation has. Further roots
 * of the other office become its children, unless they are roots in this office too.
 */
export function attachForeignRoots(
  rows: readonly SheetRow[],
  existingRows: readonly SheetRow[],
): AdaptedRows {
  const roots = existingRows.filter(({ parent }) => (parent ?? '') === '').map(({ code }) => code);
  const isForeignRoot = ({ parent, code }: SheetRow) =>
    (parent ?? '') === '' && !roots.includes(code ?? null);
  const foreignRoots = rows.filter(isForeignRoot);
  return {
    rows: rows.map((row) => (isForeignRoot(row) ? { ...row, parent: roots[0] ?? null } : row)),
    notes: [
      ...notesOfNewNames(rows, existingRows),
      ...foreignRoots.map((row) => `“${labelOf(row) ?? ''}”在来源单位没有上级，导入到本单位的最上级机构下面`),
    ],
  };
}

/**
 * Returns a note about a new name of the root, which is the office itself: its name appears on the login page and on
 * every document.
 */
function notesOfNewNames(rows: readonly SheetRow[], existingRows: readonly SheetRow[]): string[] {
  return existingRows
    .filter(({ parent }) => (parent ?? '') === '')
    .flatMap(({ code, name }) => {
      const next = rows.find((row) => row.code === code);
      return next && next.name !== name ? [`本单位的名称将由“${name}”改为“${next.name}”`] : [];
    });
}
