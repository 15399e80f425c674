import type { Chunks } from '../chunks.ts';
import type {
  ImportColumn,
  SheetChange,
  SheetField,
  SheetProblem,
  SheetRow,
  SheetValue,
  UploadedRow,
} from './import-sheet.ts';

interface SheetComparison {
  changes: SheetChange[];
  problems: SheetProblem[];
}

/** Returns the key of a row: the texts of its key columns. */
function sheetKey(values: SheetRow, keys: readonly string[]): string {
  return keys.map((key) => sheetValueText(values[key] ?? null)).join(' / ');
}

/**
 * Returns the changes that a spreadsheet would make to the existing rows: rows are matched by key, a repeated
 * key is a problem, and an existing row that is not in the spreadsheet is unchanged.
 */
export function* compareRows(
  { columns, keys }: { columns: readonly ImportColumn[]; keys: readonly string[] },
  rows: readonly UploadedRow[],
  storedRows: readonly SheetRow[],
): Chunks<SheetComparison> {
  const storedByKey = new Map(storedRows.map((row) => [sheetKey(row, keys), row]));
  const rowByKey = new Map<string, number>();
  const problems: SheetProblem[] = [];
  const keyTitles = columns.filter(({ key }) => keys.includes(key)).map(({ title }) => title);
  const changes: SheetChange[] = [];
  for (const { row, values } of rows) {
    yield;
    // A row with an unreadable key was already reported.
    if (keys.some((key) => values[key] === undefined || values[key] === null)) continue;
    const key = sheetKey(values, keys);
    const earlier = rowByKey.get(key);
    if (earlier !== undefined) {
      problems.push({ row, column: keyTitles.join('、'), message: `“${key}”与第 ${earlier} 行重复` });
      continue;
    }
    rowByKey.set(key, row);
    changes.push(changeOf(columns, { row, values }, key, storedByKey.get(key)));
  }
  return { changes, problems };
}

function changeOf(
  columns: readonly ImportColumn[],
  { row, values }: UploadedRow,
  key: string,
  storedRow: SheetRow | undefined,
): SheetChange {
  const fields: SheetField[] = [];
  const newValues: Record<string, SheetValue> = { ...storedRow };
  for (const column of columns) {
    const value = values[column.key];
    if (value === undefined || (column.isSecret && value === null)) continue;
    const before = storedRow?.[column.key] ?? null;
    newValues[column.key] = value;
    if (sheetValueText(before) === sheetValueText(value)) continue;
    fields.push({ title: column.title, was: shownText(column, before), now: shownText(column, value) });
  }
  const kind = storedRow === undefined ? 'added' : fields.length > 0 ? 'changed' : 'same';
  return { row, kind, key, values: newValues, was: storedRow, fields };
}

function shownText({ isSecret }: ImportColumn, value: SheetValue): string {
  const text = sheetValueText(value);
  return isSecret && text !== '' ? '已填写' : text;
}

/** Returns a value as cell text. Lists are sets, whose order does not matter. */
export function sheetValueText(value: SheetValue): string {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return [...value].sort().join('、');
}
