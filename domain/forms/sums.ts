import { add, Decimal, decimalOf, decimalText } from '../expressions/decimal.ts';
import type { CompiledField } from './compiled-form.ts';
import type { FieldState } from './field-state.ts';
import type { KindName } from './kinds/kinds.ts';

/** Title of the row of sums below a table. */
export const sumTitle = '合计';

/** Checks whether a field may have a sum: only a number in a table may. */
export function canBeSummed(kindName: KindName, isColumn: boolean): boolean {
  return isColumn && kindName === 'number';
}

type TableCells = readonly Readonly<Record<string, FieldState>>[];

const cached = new WeakMap<TableCells, ReadonlyMap<string, string>>();

/**
 * Returns the sums of a table's columns as text by column id, exact in decimals and with the unit of the column. Only
 * visible cells with a number count; a column without any, or without the property `sum`, has no sum. Cached for each
 * list of rows, because a page asks for each column.
 */
export function sumsOfTable(
  { columns }: Pick<CompiledField, 'columns'>,
  rows: TableCells,
): ReadonlyMap<string, string> {
  const known = cached.get(rows);
  if (known !== undefined) return known;
  const sums = new Map<string, string>();
  for (const column of columns) {
    const sum = column.props.sum ? sumOfColumn(column, rows) : undefined;
    if (sum !== undefined) sums.set(column.id, sum);
  }
  cached.set(rows, sums);
  return sums;
}

/**
 * Returns the texts of the row of sums, one for each column in their order, of a list without row numbers.
 * Undefined if there is no sum.
 */
export function footOfTable(
  { columns }: Pick<CompiledField, 'columns'>,
  rows: TableCells,
): string[] | undefined {
  const sums = sumsOfTable({ columns }, rows);
  return sums.size === 0 ? undefined : withSumTitle(columns.map(({ id }) => sums.get(id) ?? ''));
}

/** Returns the texts of a row of sums with its title in the first cell. */
export function withSumTitle(texts: readonly string[]): string[] {
  return texts.map((text, index) => (index === 0 ? `${sumTitle} ${text}`.trimEnd() : text));
}

function sumOfColumn({ id, props }: CompiledField, rows: TableCells): string | undefined {
  const numbers: Decimal[] = [];
  for (const { [id]: cell } of rows) {
    const decimal = cell?.visible && typeof cell.value === 'number' ? decimalOf(cell.value) : undefined;
    if (decimal !== undefined) numbers.push(decimal);
  }
  if (numbers.length === 0) return undefined;
  const sum = numbers.reduce<Decimal | null>((total, each) => total && add(total, each), new Decimal(0n, 0));
  if (sum === null) return undefined;
  const text = decimalText(sum);
  return props.unit ? `${text} ${props.unit}` : text;
}
