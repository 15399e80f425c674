import type { z } from 'zod';

/**
 * The names that the rows of a call can be sorted by. Its SQL sources are a record of them, so that a column that the
 * contract lets a list be sorted by does not compile without one.
 */
export type SortName<Call extends { query: z.ZodType<{ sort?: string }> }> = NonNullable<
  z.output<Call['query']>['sort']
>;
