import { useEffect, useRef, useState } from 'react';
import type { Query, QueryAs } from '#web/api/query-of.ts';
import type { ListPageOf, ListQuery } from '../list-model/list-types.ts';

export type ListSource<Row> = (query: ListQuery) => Query<ListPageOf<Row>> | QueryAs<ListPageOf<Row>>;

/** The size of the largest page (S0 §9). */
const pageSize = 200;

export interface AllRows<Row> {
  rows: readonly Row[];
  isComplete: boolean;
  failure: unknown;
}

/**
 * Loads the rows of a list beyond its page, one page after the other; nothing is cached. A row that moved to
 * the next page meanwhile appears once.
 */
export function useAllRows<Row>(list: {
  source: ListSource<Row>;
  query: ListQuery;
  rowKey: (row: Row) => string;
  maxRows: number;
  requested: boolean;
}): AllRows<Row> {
  const [state, setState] = useState<AllRows<Row>>({ rows: [], isComplete: false, failure: null });
  const latest = useRef(list);
  latest.current = list;
  const { requested } = list;
  useEffect(() => {
    if (!requested) return;
    const abortController = new AbortController();
    loadRows(latest.current, abortController.signal, (rows, isComplete) =>
      setState({ rows, isComplete, failure: null }),
    ).catch((failure: unknown) => {
      if (!abortController.signal.aborted) setState({ rows: [], isComplete: false, failure });
    });
    return () => abortController.abort();
  }, [requested]);
  return state;
}

async function loadRows<Row>(
  { source, query, rowKey, maxRows }: Parameters<typeof useAllRows<Row>>[0],
  signal: AbortSignal,
  onRows: (rows: readonly Row[], isComplete: boolean) => void,
): Promise<void> {
  const rowsByKey = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const requested = source({ ...query, page, size: pageSize });
    const answer = await requested.queryFn({ signal });
    if (signal.aborted) return;
    const { rows, total } = 'select' in requested ? requested.select(answer) : (answer as ListPageOf<Row>);
    for (const row of rows) rowsByKey.set(rowKey(row), row);
    const isComplete = rows.length < pageSize || page * pageSize >= Math.min(total, maxRows);
    onRows([...rowsByKey.values()].slice(0, maxRows), isComplete);
    if (isComplete) return;
  }
}
