import { AdministrativeLevel } from '#domain/enumerations/administrative-level.ts';
import { isTreeRoot } from '#domain/lists/tree-root.ts';
import { nationCode, padRegionCode } from '#domain/regions/region-code.ts';
import type { Context } from '#server/framework/context.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import * as queries from './queries.ts';

/** The root above the provinces, which has no row in the table. */
const nation: queries.StoredRegion = {
  id: nationCode,
  code: nationCode,
  name: '全国',
  fullname: '全国',
  level: AdministrativeLevel.nation,
  parentId: null,
  isLeaf: false,
};

/**
 * Finds the region that a call refers to: by id; by code, also without trailing zeros (`44` is 440000, but 999
 * stays 999, because existing codes are tried first); or by an organisation that represents a region
 * (decision 0025).
 */
async function findRegion(db: Db, idOrCode: string): Promise<queries.StoredRegion | undefined> {
  if (idOrCode === nationCode) return nation;
  const area = await queries.findRegion(db, idOrCode);
  if (area) return area;
  const code = await queries.findRegionCodeOfOrganisation(db, idOrCode);
  if (code !== undefined) return queries.findRegion(db, code);
  const padded = padRegionCode(idOrCode);
  return padded === idOrCode ? undefined : queries.findRegion(db, padded);
}

/**
 * Returns the code of the region that a call refers to; returns an unknown text unchanged, for which
 * no region is found.
 */
export async function findRegionCode(db: Db, idOrCode: string): Promise<string> {
  return (await findRegion(db, idOrCode))?.code ?? idOrCode;
}

export interface RegionQuery {
  level?: AdministrativeLevel;
  parent?: string;
  parentId?: string;
  name?: string;
}

/**
 * Lists regions of a level, below a parent, or by part of the name. Without any filter it lists the provinces,
 * never the whole tree.
 */
export async function listRegions(db: Db, query: RegionQuery): Promise<queries.StoredRegion[]> {
  const { level, name } = query;
  const parents = [query.parentId, query.parent].filter((parent) => parent !== undefined);
  const ancestor = parents.find((parent) => !isTreeRoot(parent) && parent !== nationCode);
  if (level === AdministrativeLevel.nation) return ancestor === undefined ? [nation] : [];
  if (ancestor === undefined) {
    const isRoot = parents.length > 0 || (level === undefined && !name);
    return queries.listRegions(db, { level, name, ...(isRoot && { parentId: null }) });
  }
  const parent = await findRegion(db, ancestor);
  return parent ? queries.listRegions(db, { level, name, parentId: parent.id }) : [];
}

/** Returns a region with its ancestors, from the province down. */
export async function findRegionWithPath(db: Db, idOrCode: string) {
  const area = await findRegion(db, idOrCode);
  if (!area) return undefined;
  return { ...area, path: area === nation ? [] : await queries.listPath(db, area.id) };
}

/** One line of the region data: level 1 (province) to 4 (town). Level and code together are the key. */
export interface Region {
  code: string;
  name: string;
  level: number;
  parentCode: string | null;
  parentLevel: number | null;
}

/**
 * Returns each region with its id, the id of its parent and its full name. The id is the code, or `code-level` for the
 * lower of two regions with the same code, such as 东莞. Parents come before their children, as `readRegions` returns
 * them.
 */
export function assignRegionIds(regions: Iterable<Region>): queries.RegionToLoad[] {
  const byKey = new Map<string, queries.RegionToLoad>();
  const usedIds = new Set<string>();
  for (const region of regions) {
    const parent = byKey.get(`${region.parentLevel}:${region.parentCode}`);
    if (region.parentCode !== null && !parent) {
      throw new Error(`Region ${region.code} ${region.name}: its parent ${region.parentCode} is missing`);
    }
    const id = usedIds.has(region.code) ? `${region.code}-${region.level}` : region.code;
    usedIds.add(id);
    byKey.set(`${region.level}:${region.code}`, {
      id,
      code: region.code,
      name: region.name,
      level: region.level,
      parentId: parent?.id ?? null,
      fullname: parent ? `${parent.fullname} ${region.name}` : region.name,
      sortBy: 0,
    });
  }
  return [...byKey.values()];
}

/** Loads the region tree, about 45,000 rows; does nothing if it is already loaded. */
export async function loadRegions(context: Pick<Context, 'db'>, regions: Iterable<Region>): Promise<number> {
  if ((await queries.countRegions(context.db)) > 0) return 0;
  const areas = assignRegionIds(regions);
  return await inTransaction(context.db, (tx) => queries.insertRegions(tx, areas));
}
