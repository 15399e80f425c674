import { documentedFilters } from '#web/toolkit/filters/documented-filters.ts';
import type { ListFilter } from '#web/toolkit/list-model/list-types.ts';

/**
 * Where an order belongs and was taken in, of lists that reach beyond one's own desk: region, then the organisations, halls
 * and windows of it (S0 §4). They stand where the region alone stood.
 */
export function withOffice(filters: readonly ListFilter[]): readonly ListFilter[] {
  const { areaCode, orgCode, hallId, windowId } = documentedFilters;
  return filters.flatMap((filter) =>
    filter.name === areaCode.name ? [areaCode, orgCode, hallId, windowId] : [filter],
  );
}
