import { replaceEqualDeep } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Returns the rows of an answer. A row without a change is the very object of the answer before, at whatever place it
 * stands now, so that its elements are not drawn again. The cache alone keeps a row only at the same place of the same
 * question: one new row at the top, or another order, would draw all two hundred again.
 */
export function useSteadyRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string): readonly Row[] {
  const kept = useRef<{ came: readonly Row[]; rows: readonly Row[]; byKey: ReadonlyMap<string, Row> }>(null);
  if (kept.current?.came !== rows) {
    const before = kept.current?.byKey;
    const steady = rows.map((row) => replaceEqualDeep(before?.get(rowKey(row)), row));
    kept.current = { came: rows, rows: steady, byKey: new Map(steady.map((row) => [rowKey(row), row])) };
  }
  return kept.current.rows;
}
