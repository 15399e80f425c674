import { type Area, regions } from '#contract/regions.ts';
import { call } from '#web/api/call.ts';
import type { LoadRegions, Region, SearchRegions } from '#web/toolkit/pickers/region.ts';

const provinceLevel = 1;

/** The regions of the portal for pickers: the provinces first, towns only under their county. */
export const loadAreas: LoadRegions = async (parent, signal) => {
  const query = parent === undefined ? { level: provinceLevel } : { parent };
  return (await call(regions.areas, { query }, { signal })).rows.map(asRegion);
};

export const searchAreas: SearchRegions = async (name, signal) =>
  (await call(regions.areas, { query: { name } }, { signal })).rows.map(asRegion);

export async function loadArea(code: string, signal: AbortSignal): Promise<Region> {
  return asRegion(await call(regions.area, { params: { id: code } }, { signal }));
}

function asRegion(area: Area): Region {
  const { code, name, fullname, level, isLeaf } = area;
  return { code, name, fullname, level, isLeaf };
}
