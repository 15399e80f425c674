import type { BundlePart } from '#domain/office/bundle-parts.ts';
import type { ImportColumn, SheetRow } from '#domain/sheets/import-sheet.ts';
import type { RawCell } from '#domain/sheets/raw-sheet.ts';
import type { ImportableSheet } from '#server/framework/lists/importable-sheet.ts';
import { previewImport } from '#server/modules/organisation/sheet-imports/service.ts';
import { type ImportedBundle, type Part, unreadable } from './part.ts';

/** The bundle's rows adapted to this office, with notes about the changes. */
interface FittedRows {
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
  fitted: (rows: readonly SheetRow[], present: readonly SheetRow[]) => FittedRows = (rows) => ({
    rows,
    notes: [],
  }),
): Part {
  return {
    name,
    read: async (db, context, actor) => [...(await sheet.read(db, context, actor)).present],
    async take({ tx, context, actor }, given): Promise<ImportedBundle> {
      await sheet.lock?.(tx);
      const state = await sheet.read(tx, context, actor);
      const columns = sheet.columns(state);
      const strange: ImportedBundle['problems'] = [];
      const own: SheetRow[] = [];
      for await (const [index, row] of given.entries()) {
        if (isSheetRow(row)) own.push(row);
        else strange.push(unreadable(`第 ${index + 1} 个${sheet.title}`));
      }
      if (strange.length > 0) return { changes: [], problems: strange };
      const { rows, notes } = fitted(own, state.present);
      const raw = { name: sheet.title, rows: cellsOf(columns, rows), mergedRows: [], isCut: false };
      if (rows.length === 0) return { changes: [], problems: [] };
      const { changes, problems } = await previewImport(sheet, raw, state);
      const nameOf = (row: number) => labelOf(rows[row - 2]) ?? sheet.title;
      if (problems.length === 0) {
        const kept = changes.filter(({ kind }) => kind !== 'same');
        if (kept.length > 0) {
          const refused = await sheet.apply(tx, kept, state, context, { actor }, undefined);
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

/** Returns rows as workbook cells, so that the same reader reads them. */
function cellsOf(columns: readonly ImportColumn[], rows: readonly SheetRow[]): RawCell[][] {
  const cell = (value: unknown): RawCell => {
    if (typeof value === 'string' || typeof value === 'number') return value;
    return Array.isArray(value) ? value.join('、') : null;
  };
  return [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ key }) => cell(row[key])))];
}

/**
 * Keeps one root only: that of this office, whose code every installation has. Further roots of another
 * office become its children, unless they are roots here too.
 */
export function fitRoots(rows: readonly SheetRow[], present: readonly SheetRow[]): FittedRows {
  const roots = present.filter(({ parent }) => (parent ?? '') === '').map(({ code }) => code);
  const isHung = ({ parent, code }: SheetRow) => (parent ?? '') === '' && !roots.includes(code ?? null);
  const hung = rows.filter(isHung);
  return {
    rows: rows.map((row) => (isHung(row) ? { ...row, parent: roots[0] ?? null } : row)),
    notes: [
      ...renamed(rows, present),
      ...hung.map((row) => `“${labelOf(row) ?? ''}”在来源单位没有上级，导入到本单位的最上级机构下面`),
    ],
  };
}

/**
 * Reports a new name of the root, the office itself, which appears on the login page and on every document.
 */
function renamed(rows: readonly SheetRow[], present: readonly SheetRow[]): string[] {
  return present
    .filter(({ parent }) => (parent ?? '') === '')
    .flatMap(({ code, name }) => {
      const next = rows.find((row) => row.code === code);
      return next && next.name !== name ? [`本单位的名称将由“${name}”改为“${next.name}”`] : [];
    });
}
