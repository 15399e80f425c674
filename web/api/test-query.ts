import type { Query, QueryAs } from './query-of.ts';

/** Returns a query for tests of components that receive their query: `answer` replaces the server. */
export function stubQuery<View>(input: object, answer: () => Promise<View>): Query<View> & QueryAs<View> {
  return {
    queryKey: ['test', input],
    queryFn: answer,
    meta: { reads: [] },
    select: (view) => view as View,
  };
}
