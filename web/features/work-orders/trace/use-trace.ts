import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { type Trace, type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { queryOf } from '#web/api/query-of.ts';

/** The part of a long trace that the page does not have. */
export interface RestOfTrace {
  /** Rows of the whole trace. */
  all: number;
  /** Of them those that answer a countersign and stand in its panel. */
  answers: number;
  loading: boolean;
  /** Why it could not be loaded; null where nothing failed. */
  failure: unknown;
  load: () => void;
}

/** The rows that came with the page, and those of the whole trace that did not. */
export function withRest(traces: readonly Trace[], rows: readonly Trace[]): Trace[] {
  const here = new Set(traces.map(({ id }) => id));
  return [...traces, ...rows.filter(({ id }) => !here.has(id))];
}

/**
 * Returns the trace of the page: its first rows, which came with it, and the rest once the user asks for it
 * (docs/decisions/0131). The rows of the page replace loaded ones, since they are newer.
 */
export function useTrace({ order, traces, traceTotals }: WorkOrderPage): {
  traces: readonly Trace[];
  /** Null where all rows are there. */
  rest: RestOfTrace | null;
} {
  const [wanted, setWanted] = useState(false);
  const isPart = traces.length < traceTotals.rows;
  const query = useQuery({
    ...queryOf(workOrders.traces, { params: { workorderCode: order.code }, query: { own: 'true' } }),
    enabled: wanted && isPart,
  });
  const { data, refetch, isError } = query;
  const load = useCallback(() => {
    setWanted(true);
    if (isError) void refetch();
  }, [isError, refetch]);
  const all = useMemo(() => {
    if (!isPart || data === undefined) return traces;
    return withRest(traces, data.rows);
  }, [isPart, data, traces]);
  if (!isPart || data !== undefined) return { traces: all, rest: null };
  const { rows, answers } = traceTotals;
  const failure = query.isFetching ? null : query.error;
  return { traces, rest: { all: rows, answers, loading: query.isFetching, failure, load } };
}
