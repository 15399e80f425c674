import type { z } from 'zod';
import type { ListQuery } from './list-types.ts';

/**
 * The query of a list as its endpoint takes it. The list only names filters and sort columns that its endpoint declares;
 * the server checks every one of them again.
 */
export function wireQuery<Query extends z.ZodType>(
  _endpoint: { query: Query },
  { filters, ...rest }: ListQuery,
): z.input<Query> {
  return { ...rest, ...filters } as z.input<Query>;
}
