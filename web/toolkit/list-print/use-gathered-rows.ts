import { useEffect, useRef, useState } from 'react';
import type { Query, QueryAs } from '#web/api/query-of.ts';
import type { ListPageOf, ListQuery } from '../list-model/list-types.ts';

export type ListSource<Row> = (query: ListQuery) => Query<ListPageOf<Row>> | QueryAs<ListPageOf<Row>>;

/** The size of the largest page (S0 §9). */
const rowsAtOnce = 200;

export interface GatheredRows<Row> {
  rows: readonly Row[];
  whole: boolean;
  failure: unknown;
}

/**
 * Loads the rows of a list beyond its page, one page after the other; nothing is cached. A row that moved to
 * the next page meanwhile appears once.
 */
export function useGatheredRows<Row>(list: {
  source: ListSource<Row>;
  query: ListQuery;
  rowKey: (row: Row) => string;
  atMost: number;
  requested: boolean;
}): GatheredRows<Row> {
  const [gathered, setGathered] = useState<GatheredRows<Row>>({ rows: [], whole: false, failure: null });
  const latest = useRef(list);
  latest.current = list;
  const { requested } = list;
  useEffect(() => {
    if (!requested) return;
    const stop = new AbortController();
    gather(latest.current, stop.signal, (rows, whole) => setGathered({ rows, whole, failure: null })).catch(
      (failure: unknown) => {
        if (!stop.signal.aborted) setGathered({ rows: [], whole: false, failure });
      },
    );
    return () => stop.abort();
  }, [requested]);
  return gathered;
}

async function gather<Row>(
  { source, query, rowKey, atMost }: Parameters<typeof useGatheredRows<Row>>[0],
  signal: AbortSignal,
  onRows: (rows: readonly Row[], whole: boolean) => void,
): Promise<void> {
  const found = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const requested = source({ ...query, page, size: rowsAtOnce });
    const answer = await requested.queryFn({ signal });
    if (signal.aborted) return;
    const { rows, total } = 'select' in requested ? requested.select(answer) : (answer as ListPageOf<Row>);
    for (const row of rows) found.set(rowKey(row), row);
    const whole = rows.length < rowsAtOnce || page * rowsAtOnce >= Math.min(total, atMost);
    onRows([...found.values()].slice(0, atMost), whole);
    if (whole) return;
  }
}
