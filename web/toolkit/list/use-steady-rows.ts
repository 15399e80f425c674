import { replaceEqualDeep } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * The rows of an answer, each the very object that it was in the answer before when nothing in it changed, wherever it
 * stands now: what is drawn of it stays. The cache alone keeps a row only at the same place of the same question, so that
 * one arrival at the top, or another order, would draw all two hundred anew.
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
