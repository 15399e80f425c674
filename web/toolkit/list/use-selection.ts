import { useState } from 'react';

/** Holds the ticked rows of a list, by their keys, on any page. */
export function useSelection<Row>(rows: readonly Row[], rowKey: (row: Row) => string) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());

  const select = (keys: ReadonlySet<string>) => {
    const rowsByKey = new Map(rows.map((row) => [rowKey(row), row]));
    const next = new Map<string, Row>();
    for (const key of keys) {
      const row = rowsByKey.get(key) ?? selected.get(key);
      if (row !== undefined) next.set(key, row);
    }
    setSelected(next);
  };
  return {
    selected,
    /** Ticks the rows with these keys and unticks all others. */
    select,
    /** Ticks these rows and unticks all others. */
    choose: (chosen: readonly Row[]) => setSelected(new Map(chosen.map((row) => [rowKey(row), row]))),
    /** Ticks or unticks the row at an index of the page. */
    toggle: (index: number) => {
      const row = rows[index];
      if (row === undefined) return;
      const keys = new Set(selected.keys());
      if (!keys.delete(rowKey(row))) keys.add(rowKey(row));
      select(keys);
    },
  };
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;
