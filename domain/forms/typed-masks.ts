import type { CompiledField, CompiledForm } from './compiled-form.ts';
import type { TableRow } from './kinds/table/table.ts';
import { own, rowsOf } from './linkage.ts';
import type { MaskedForm } from './mask.ts';
import { isSame } from './merge.ts';
import type { FormValues } from './model.ts';

/** A form over which typing lies that the order does not hold. */
export interface TypedOver {
  /** With the typing. */
  values: FormValues;
  /** As the order holds it: there a mask that comes back finds its value, and a row by its mark. */
  stored: FormValues;
  /** Whether the reader has typed it, who may see that much of it. */
  isOwn: boolean;
}

/**
 * The masks of a form over which typing lies. A mask stands for what the order holds and for nothing else, since nothing
 * else is behind it when it comes back: what was typed stands in the clear for who typed it, and is to be typed again by
 * anybody else. Rows carry the mark of the stored row that they come from, wherever they stand by now; a new row has none.
 */
export function settleTypedMasks(form: CompiledForm, shown: MaskedForm, typed: TypedOver): MaskedForm {
  const masked = new Set(shown.masked);
  const values: Record<string, unknown> = { ...shown.values };
  const settle = (
    field: CompiledField,
    path: string,
    cell: unknown,
    held: unknown,
    mask: unknown,
  ): unknown => {
    if (!masked.has(path) || isSame(cell, held)) return mask;
    masked.delete(path);
    return typed.isOwn ? cell : field.kind.empty;
  };
  for (const field of form.fields) {
    const value = own(typed.values, field.id);
    const held = own(typed.stored, field.id);
    if (own(values, field.id) === undefined || isSame(value, held)) continue;
    if (field.kindName !== 'table') {
      values[field.id] = settle(field, field.id, value, held, values[field.id]);
      continue;
    }
    const [rows, storedRows] = [rowsOf(value), rowsOf(held ?? null)];
    const origins = originsOf(field, rows, storedRows);
    values[field.id] = rowsOf(values[field.id]).map((cells, at) => {
      const { _uid, ...settled }: Record<string, unknown> = cells;
      const origin = origins[at];
      const [row, storedRow] = [rows[at] ?? {}, origin === undefined ? {} : (storedRows[origin] ?? {})];
      for (const column of field.columns) {
        const path = `${field.id}[${at}].${column.id}`;
        const cell = own(row, column.id);
        if (cell !== undefined)
          settled[column.id] = settle(column, path, cell, own(storedRow, column.id), settled[column.id]);
      }
      return origin === undefined ? settled : { _uid: String(origin), ...settled };
    });
  }
  return { values, masked: [...masked] };
}

/** More pairs of rows than these are not compared: whoever types so many rows at once has typed new ones. */
const mostPairs = 2500;

/** Of each row the stored row that it comes from: the same one, else the most alike that no other row comes from. */
function originsOf(
  { columns }: CompiledField,
  rows: readonly TableRow[],
  storedRows: readonly TableRow[],
): (number | undefined)[] {
  const cellsOf = (row: TableRow) => columns.map(({ id }) => JSON.stringify(own(row, id) ?? null));
  const [cells, storedCells] = [rows.map(cellsOf), storedRows.map(cellsOf)];
  const origins: (number | undefined)[] = rows.map(() => undefined);
  const free = new Set(storedRows.keys());
  const take = (at: number, origin: number) => {
    if (origins[at] !== undefined || !free.delete(origin)) return;
    origins[at] = origin;
  };
  const bySame = Map.groupBy(storedRows.keys(), (origin) => String(storedCells[origin]));
  for (const [at, row] of cells.entries()) {
    const same = bySame.get(String(row))?.find((origin) => free.has(origin));
    if (same !== undefined) take(at, same);
  }
  const rest = [...rows.keys()].filter((at) => origins[at] === undefined);
  if (rest.length * free.size > mostPairs) return origins;
  const likeness = (at: number, origin: number) =>
    (cells[at] ?? []).filter((cell, column) => !empty.has(cell) && cell === storedCells[origin]?.[column])
      .length;
  const pairs = rest.flatMap((at) =>
    [...free].map((origin) => ({ at, origin, likeness: likeness(at, origin), away: Math.abs(at - origin) })),
  );
  for (const pair of pairs.sort((one, other) => other.likeness - one.likeness || one.away - other.away))
    if (pair.likeness > 0) take(pair.at, pair.origin);
  return origins;
}

/** Cells that say nothing, and are alike in rows that are not. */
const empty: ReadonlySet<string> = new Set(['null', '""', '[]']);
