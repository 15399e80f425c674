import type { CompiledField, CompiledForm } from '#domain/forms/compiled-form.ts';
import { defaultOn } from '#domain/forms/default-values.ts';
import { isSingleChoice } from '#domain/forms/kinds/kind.ts';
import type { TableRow } from '#domain/forms/kinds/table/table.ts';
import { ownValue, rowsOf } from '#domain/forms/linkage.ts';
import type { FormValues } from '#domain/forms/model.ts';

/** Gives every row a key; rows from the server bring their own, which identifies the stored row. */
export function withRowKeys(form: CompiledForm, values: FormValues): FormValues {
  const result: Record<string, unknown> = { ...values };
  for (const field of form.fields) {
    if (field.kindName !== 'table' || ownValue(values, field.id) === undefined) continue;
    const rows: TableRow[] = [];
    for (const row of rowsOf(ownValue(values, field.id))) {
      rows.push(
        typeof row._uid === 'string'
          ? row
          : { ...row, _uid: nextRowKey([...rows, ...rowsOf(ownValue(values, field.id))]) },
      );
    }
    result[field.id] = rows;
  }
  return result;
}

/** Returns a new unique key; its first letter distinguishes it from the indexes of stored rows. */
export function nextRowKey(rows: readonly TableRow[]): string {
  const usedNumbers = rows.map((row) => Number(/^n(\d+)$/.exec(String(row._uid ?? ''))?.[1] ?? 0));
  return `n${Math.max(0, ...usedNumbers) + 1}`;
}

export function emptyRow(field: CompiledField, rows: readonly TableRow[], today: string): TableRow {
  const cells = field.columns.map(
    (column) => [column.id, defaultOn(column, today) ?? onlyOption(column) ?? column.kind.empty] as const,
  );
  return { ...Object.fromEntries(cells), _uid: nextRowKey(rows), _isNew: true };
}

/** Returns the only option of a column, if a choice is required. */
function onlyOption(column: CompiledField): string | undefined {
  const { options, required, linkage } = column;
  if (!required || linkage.length > 0 || options.length !== 1) return undefined;
  return isSingleChoice(column) ? options[0]?.value : undefined;
}

/** Returns a copy of the row; masked cells are empty, because only the server has their values. */
export function copyRow(
  row: TableRow,
  rows: readonly TableRow[],
  maskedColumns: readonly CompiledField[],
): TableRow {
  const emptyCells = maskedColumns.map((column) => [column.id, column.kind.empty] as const);
  return { ...row, ...Object.fromEntries(emptyCells), _uid: nextRowKey(rows), _isNew: true };
}
