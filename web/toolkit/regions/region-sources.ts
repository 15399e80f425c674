import type { QueryAs } from '#web/api/query-of.ts';
import { childRegions, loadPath, officeRegionPath, searchRegions } from './portal-regions.ts';
import type { LoadRegions, Region, SearchRegions } from './region.ts';

/** Calls of the dialog of a region field to the server. */
export interface RegionSources {
  children: LoadRegions;
  search: SearchRegions;
  /** Query of the path from the province down to the office's own region. */
  officePath: QueryAs<readonly Region[]>;
  loadPath: (id: string) => Promise<readonly Region[]>;
}

export const portalRegions: RegionSources = {
  children: childRegions,
  search: searchRegions,
  officePath: officeRegionPath,
  loadPath,
};
