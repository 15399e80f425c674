import { documentedFilters } from '#web/toolkit/filters/documented-filters.ts';
import type { ListFilter } from '#web/toolkit/list-model/list-types.ts';

/**
 * Replaces the region filter by region, organisation, hall and window (S0 §4), for lists that include other
 * people's work.
 */
export function withOffice(filters: readonly ListFilter[]): readonly ListFilter[] {
  const { areaCode, orgCode, hallId, windowId } = documentedFilters;
  return filters.flatMap((filter) =>
    filter.name === areaCode.name ? [areaCode, orgCode, hallId, windowId] : [filter],
  );
}
