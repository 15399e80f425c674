import type { Query, QueryAs } from './query-of.ts';

/** Returns a query for tests of components that receive theirs: `answer` replaces the server. */
export function queryFrom<Shown>(input: object, answer: () => Promise<Shown>): Query<Shown> & QueryAs<Shown> {
  return {
    queryKey: ['test', input],
    queryFn: answer,
    meta: { reads: [] },
    select: (shown) => shown as Shown,
  };
}
