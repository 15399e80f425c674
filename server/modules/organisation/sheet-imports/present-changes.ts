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

/** Returns the name that a row gives its own code; undefined if its key is no code. */
function ownName({ keys }: ImportableSheet, values: SheetRow): [code: string, name: string] | undefined {
  const [key, ...more] = keys;
  const code = key === undefined || more.length > 0 ? undefined : values[key];
  return typeof code === 'string' && typeof values.name === 'string' ? [code, values.name] : undefined;
}

/** Returns the names of the codes that a sheet may contain: those of the office, and those of its own rows. */
export async function namesOf(
  db: Db,
  sheet: ImportableSheet,
  { present }: SheetState,
  shown: readonly SheetChange[],
): Promise<Names> {
  const names = new Map<string, string>();
  for (const list of sheet.codes ?? [])
    for (const { code, name } of await listCodes(db, list, sheetLimits.listedCodes)) names.set(code, name);
  for (const values of [...present, ...shown.map((change) => change.values)]) {
    const own = ownName(sheet, values);
    if (own) names.set(...own);
  }
  return names;
}

/** Returns the changes for the preview, with the names of what they state by code. */
export function presentChanges(
  changes: readonly SheetChange[],
  sheet: ImportableSheet,
  state: SheetState,
  names: Names,
): PresentedChange[] {
  const columns = new Map(sheet.columns(state).map((column) => [column.title, column]));
  const keyed = [...columns.values()].find(({ key }) => key === sheet.keys[0]);
  const textOf = (value: SheetValue | undefined) =>
    (value === null || value === undefined ? [] : typeof value === 'object' ? value : [String(value)])
      .map((code) => names.get(code) ?? code)
      .join('、');
  return changes.map(({ row, kind, key, values, was, fields }) => {
    const name = keyed?.kind === 'code' ? ownName(sheet, values)?.[1] : undefined;
    return {
      row,
      kind,
      key,
      ...(name !== undefined && { name }),
      fields: fields.map((field) => {
        const of = columns.get(field.title);
        if (of === undefined) return field;
        if (name !== undefined && of === keyed) return { ...field, isKey: true as const };
        if (of.nameTitle === undefined) return field;
        const before = textOf(was?.[of.key]);
        return { ...field, names: { title: of.nameTitle, was: before, now: textOf(values[of.key]) } };
      }),
    };
  });
}
