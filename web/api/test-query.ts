import type { Query, QueryAs } from './query-of.ts';

/** A query for tests of parts that are given theirs: `answer` stands in for the server. */
export function queryFrom<Shown>(input: object, answer: () => Promise<Shown>): Query<Shown> & QueryAs<Shown> {
  return { queryKey: ['test', input], queryFn: answer, select: (shown) => shown as Shown };
}
