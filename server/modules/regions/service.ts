import type { Context } from '#server/context/context.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { countAreas, insertAreas } from './queries.ts';

/** One line of the region data: level 1 province to 4 town. Level and code are the key together. */
export interface Region {
  code: string;
  name: string;
  level: number;
  parentCode: string | null;
  parentLevel: number | null;
}

export interface AreaToLoad {
  id: string;
  code: string;
  name: string;
  level: number;
  parentId: string | null;
  fullName: string;
  sortBy: number;
}

/**
 * Gives each region its id (the code, or `code-level` for the lower of two that share one, as 东莞), its parent's id and
 * its full name. Parents come before their children, as `readRegions` gives them.
 */
export function arrangeRegions(regions: Iterable<Region>): AreaToLoad[] {
  const byKey = new Map<string, AreaToLoad>();
  const taken = new Set<string>();
  for (const region of regions) {
    const parent = byKey.get(`${region.parentLevel}:${region.parentCode}`);
    if (region.parentCode !== null && !parent) {
      throw new Error(`Region ${region.code} ${region.name}: its parent ${region.parentCode} is missing`);
    }
    const id = taken.has(region.code) ? `${region.code}-${region.level}` : region.code;
    taken.add(id);
    byKey.set(`${region.level}:${region.code}`, {
      id,
      code: region.code,
      name: region.name,
      level: region.level,
      parentId: parent?.id ?? null,
      fullName: parent ? `${parent.fullName} ${region.name}` : region.name,
      sortBy: 0,
    });
  }
  return [...byKey.values()];
}

/** Loads the region tree once, some 45,000 rows; does nothing when it is there. */
export async function loadRegions(context: Pick<Context, 'db'>, regions: Iterable<Region>): Promise<number> {
  if ((await countAreas(context.db)) > 0) return 0;
  const areas = arrangeRegions(regions);
  return await inTransaction(context.db, (tx) => insertAreas(tx, areas));
}
