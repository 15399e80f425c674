import { replaceEqualDeep } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Returns the rows of an answer. An unchanged row is the same object as in the previous answer, at any
 * position, so that its elements are not rendered again. The query cache alone keeps a row only at the same
 * position of the same query: one new row at the top, or another order, would render all two hundred again.
 */
export function useStableRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string): readonly Row[] {
  const kept = useRef<{ came: readonly Row[]; rows: readonly Row[]; byKey: ReadonlyMap<string, Row> }>(null);
  if (kept.current?.came !== rows) {
    const before = kept.current?.byKey;
    const steady = rows.map((row) => replaceEqualDeep(before?.get(rowKey(row)), row));
    kept.current = { came: rows, rows: steady, byKey: new Map(steady.map((row) => [rowKey(row), row])) };
  }
  return kept.current.rows;
}
