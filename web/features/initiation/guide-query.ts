import { guides } from '#contract/guides.ts';
import { queryOf } from '#web/api/query-of.ts';

/**
 * Returns the query of the guide of an item, with its materials and situations; it changes only with a new
 * version of the item.
 */
export function guideQuery(taskCode: string) {
  return { ...queryOf(guides.guide, { query: { taskCode } }), staleTime: 300_000 };
}
