import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type Trace, type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { queryOf } from '#web/api/query-of.ts';

/** The part of a long trace that the page has not loaded. */
export interface RestOfTrace {
  /** Number of rows of the whole trace. */
  rowCount: number;
  /** Number of those that answer a countersign and are shown in its panel. */
  answers: number;
  loading: boolean;
  /** Error of loading; null if there was none. */
  failure: unknown;
  load: () => void;
}

/** Returns the rows that came with the page, and the others of the whole trace. */
export function withRest(traces: readonly Trace[], rows: readonly Trace[]): Trace[] {
  const loadedIds = new Set(traces.map(({ id }) => id));
  return [...traces, ...rows.filter(({ id }) => !loadedIds.has(id))];
}

/**
 * Returns the trace of the page: its first rows, and the rest once the user requests it
 * (docs/decisions/0131). The rows of the page replace loaded ones, since they are newer.
 */
export function useTrace({ order, traces, traceTotals }: WorkOrderPage): {
  traces: readonly Trace[];
  /** Null if all rows are loaded. */
  rest: RestOfTrace | null;
} {
  const [isRequested, setRequested] = useState(false);
  const isPartial = traces.length < traceTotals.rows;
  const query = useQuery({
    ...queryOf(workOrders.traces, { params: { workorderCode: order.code }, query: { own: 'true' } }),
    enabled: isRequested && isPartial,
  });
  const { data, refetch, isError } = query;
  const load = useCallback(() => {
    setRequested(true);
    if (isError) void refetch();
  }, [isError, refetch]);
  const allTraces = useMemo(() => {
    if (!isPartial || data === undefined) return traces;
    return withRest(traces, data.rows);
  }, [isPartial, data, traces]);
  if (!isPartial || data !== undefined) return { traces: allTraces, rest: null };
  const { rows, answers } = traceTotals;
  const failure = query.isFetching ? null : query.error;
  return { traces, rest: { rowCount: rows, answers, loading: query.isFetching, failure, load } };
}
