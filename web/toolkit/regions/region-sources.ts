import type { QueryAs } from '#web/api/query-of.ts';
import { childRegions, loadPath, officeRegionPath, regionsNamed } from './portal-regions.ts';
import type { LoadRegions, Region, SearchRegions } from './region.ts';

/** Calls of the dialog of a region field to the server. */
export interface RegionSources {
  below: LoadRegions;
  named: SearchRegions;
  /** Query of the path from the province down to the office's own region. */
  office: QueryAs<readonly Region[]>;
  path: (id: string) => Promise<readonly Region[]>;
}

export const portalRegions: RegionSources = {
  below: childRegions,
  named: regionsNamed,
  office: officeRegionPath,
  path: loadPath,
};
