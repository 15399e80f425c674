import { replaceEqualDeep } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Returns the rows of an answer. An unchanged row is the same object as in the previous answer, at any
 * position, so that its elements are not rendered again. The query cache alone keeps a row only at the same
 * position of the same query: one new row at the top, or another order, would render all two hundred again.
 */
export function useStableRows<Row>(rows: readonly Row[], rowKey: (row: Row) => string): readonly Row[] {
  const cache = useRef<{ source: readonly Row[]; rows: readonly Row[]; byKey: ReadonlyMap<string, Row> }>(
    null,
  );
  if (cache.current?.source !== rows) {
    const previous = cache.current?.byKey;
    const stableRows = rows.map((row) => replaceEqualDeep(previous?.get(rowKey(row)), row));
    cache.current = {
      source: rows,
      rows: stableRows,
      byKey: new Map(stableRows.map((row) => [rowKey(row), row])),
    };
  }
  return cache.current.rows;
}
