import type { SheetChange as PresentedChange } from '#contract/sheet-imports.ts';
import {
  type SheetChange,
  type SheetRow,
  type SheetValue,
  sheetLimits,
} from '#domain/sheets/import-sheet.ts';
import type { ImportableSheet, SheetState } from '#server/framework/lists/importable-sheet.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { listCodes } from './codes.queries.ts';

type Names = ReadonlyMap<string, string>;

/** Returns the code of a row and the name that the row gives it; undefined if the key of the sheet is not one code. */
function ownName({ keys }: ImportableSheet, values: SheetRow): [code: string, name: string] | undefined {
  const [key, ...more] = keys;
  const code = key === undefined || more.length > 0 ? undefined : values[key];
  return typeof code === 'string' && typeof values.name === 'string' ? [code, values.name] : undefined;
}

/** Returns the names of the codes that a sheet may contain: those of the office, and those in the rows of the sheet. */
export async function namesOf(
  db: Db,
  sheet: ImportableSheet,
  { existingRows }: SheetState,
  changes: readonly SheetChange[],
): Promise<Names> {
  const names = new Map<string, string>();
  for (const list of sheet.codes ?? [])
    for (const { code, name } of await listCodes(db, list, sheetLimits.listedCodes)) names.set(code, name);
  for (const values of [...existingRows, ...changes.map((change) => change.values)]) {
    const codeAndName = ownName(sheet, values);
    if (codeAndName) names.set(...codeAndName);
  }
  return names;
}

/** Returns the changes for the preview, with the names for the codes in them. */
export function presentChanges(
  changes: readonly SheetChange[],
  sheet: ImportableSheet,
  state: SheetState,
  names: Names,
): PresentedChange[] {
  const columns = new Map(sheet.columns(state).map((column) => [column.title, column]));
  const keyColumn = [...columns.values()].find(({ key }) => key === sheet.keys[0]);
  const textOf = (value: SheetValue | undefined) =>
    (value === null || value === undefined ? [] : typeof value === 'object' ? value : [String(value)])
      .map((code) => names.get(code) ?? code)
      .join('、');
  return changes.map(({ row, kind, key, values, was, fields }) => {
    const name = keyColumn?.kind === 'code' ? ownName(sheet, values)?.[1] : undefined;
    return {
      row,
      kind,
      key,
      ...(name !== undefined && { name }),
      fields: fields.map((field) => {
        const column = columns.get(field.title);
        if (column === undefined) return field;
        if (name !== undefined && column === keyColumn) return { ...field, isKey: true as const };
        if (column.nameTitle === undefined) return field;
        const before = textOf(was?.[column.key]);
        return { ...field, names: { title: column.nameTitle, was: before, now: textOf(values[column.key]) } };
      }),
    };
  });
}
