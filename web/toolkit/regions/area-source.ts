import { type Area, regions } from '#contract/regions.ts';
import { call } from '#web/api/call.ts';
import type { LoadRegionPath, LoadRegions, Region, SearchRegions } from '#web/toolkit/pickers/region.ts';

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

/** The organisation that stands for the office's region (S0 §7, S2 §9). */
const regionOrganisationId = '10002';

/** What lies above the office's own area, where the trees open. */
export const loadOfficePath: LoadRegionPath = async (signal) => {
  const { path } = await call(regions.area, { params: { id: regionOrganisationId } }, { signal });
  return path
    .slice(0, -1)
    .map(({ code, name, level }) => ({ code, name, fullname: name, level, isLeaf: false }));
};

function asRegion(area: Area): Region {
  const { code, name, fullname, level, isLeaf } = area;
  return { code, name, fullname, level, isLeaf };
}
