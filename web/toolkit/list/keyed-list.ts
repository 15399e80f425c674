import type { z } from 'zod';
import type { CacheableEndpoint, Endpoint } from '#contract/endpoint.ts';
import { type ListKeys, listKeys, readRows, writePage } from '#domain/lists/wire-keys.ts';
import { type QueryAs, queryAs, queryOf } from '#web/api/query-of.ts';
import type { ListPageOf, ListQuery } from '../list-model/list-types.ts';

/**
 * Returns the query of one page of a list whose call names its page, size, rows or total differently (S0 §3
 * "List response"), or nests them in the answer.
 */
export function keyedListQueryOf<Row>(
  endpoint: Endpoint & CacheableEndpoint,
  { filters, page, size, ...sorting }: ListQuery,
  names: Partial<ListKeys> = {},
): QueryAs<ListPageOf<Row>> {
  const keys = { ...listKeys, ...names };
  const loose: Endpoint<z.ZodType, z.ZodType> & CacheableEndpoint = endpoint;
  const query = { ...writePage({ page, size }, keys), ...sorting, ...filters };
  return queryAs(queryOf(loose, { query }), (answer) => readRows<Row>(answer, keys));
}
