import type { z } from 'zod';
import { type Region as ListedRegion, regions } from '#contract/regions.ts';
import { call } from '#web/api/call.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { LoadRegions, Region, SearchRegions } from '#web/toolkit/regions/region.ts';

const provinceLevel = 1;

const childrenInput = (parent: string | undefined) =>
  ({ query: parent === undefined ? { level: provinceLevel } : { parent } }) as const;

/** The regions of the portal for pickers: the provinces first, towns only under their county. */
export const childRegions: LoadRegions = (parent) =>
  queryAs(queryOf(regions.areas, childrenInput(parent)), listRegions);

export const searchRegions: SearchRegions = (name) =>
  queryAs(queryOf(regions.areas, { query: { name } }), listRegions);

export const regionOfCode = (code: string) =>
  queryAs(queryOf(regions.area, { params: { id: code } }), asRegion);

/** The organisation that represents the office's region (S0 §7, S2 §9). */
const regionOrganisationId = '10002';

const officeInput = { params: { id: regionOrganisationId } } as const;

/** The regions above the office's own region, from the province down: the trees open there. */
export const officeParentPath = queryAs(queryOf(regions.area, officeInput), (area) =>
  pathOf(area).slice(0, -1),
);

/** These regions and the office's own region: an empty region field opens there. */
export const officeRegionPath = queryAs(queryOf(regions.area, officeInput), pathOf);

/** Returns the path from the province down to a region, for a search result. */
export async function loadPath(id: string): Promise<readonly Region[]> {
  return pathOf(await call(regions.area, { params: { id } }));
}

function pathOf({ path, isLeaf }: z.output<typeof regions.area.output>): readonly Region[] {
  return path.map((step, place) => ({
    ...step,
    fullname: path
      .slice(0, place + 1)
      .map(({ name }) => name)
      .join(' '),
    isLeaf: isLeaf && place === path.length - 1,
  }));
}

const listRegions = ({ rows }: { rows: readonly ListedRegion[] }): Region[] => rows.map(asRegion);

function asRegion(area: ListedRegion): Region {
  const { id, code, name, fullname, level, isLeaf } = area;
  return { id, code, name, fullname, level, isLeaf };
}
