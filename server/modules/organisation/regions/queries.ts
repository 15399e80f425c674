import { type RawBuilder, sql } from 'kysely';
import { spellingLikePattern, spellingPattern } from '#domain/texts/spelled-search.ts';
import { removeTimeoutInTransaction } from '#server/kernel/database/named-statement-client.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export interface StoredRegion {
  id: string;
  code: string;
  name: string;
  fullname: string;
  level: number;
  parentId: string | null;
  isLeaf: boolean;
}

const columns = sql`
  a.id, a.code, a.name, a.full_name as fullname, a.level, a.parent_id as "parentId",
  not exists (select from areas below where below.parent_id = a.id and below.enabled) as "isLeaf"`;

/** The row for a region of the published list. */
export interface RegionToLoad {
  id: string;
  code: string;
  name: string;
  level: number;
  parentId: string | null;
  fullname: string;
  sortBy: number;
}

export interface RegionFilter {
  level?: number;
  /** Id of the parent, null for the root. */
  parentId?: string | null;
  name?: string;
}

/** Maximum number of results; more are useless while a person types, and no parent has so many children. */
const maxHits = 1_000;

/** Lists regions of a level, below a parent, or by part of the name; wildcards are matched literally. */
export async function listRegions(db: Db, filter: RegionFilter): Promise<StoredRegion[]> {
  const conditions = [sql`a.enabled`];
  if (filter.level !== undefined) conditions.push(sql`a.level = ${filter.level}`);
  if (filter.parentId === null) conditions.push(sql`a.parent_id is null`);
  else if (filter.parentId !== undefined) conditions.push(sql`a.parent_id = ${filter.parentId}`);
  if (filter.name) conditions.push(matchesText(filter.name));
  const { rows } = await sql<StoredRegion>`
    select ${columns} from areas a where ${sql.join(conditions, sql` and `)}
    order by a.level, a.sort_by, a.code limit ${maxHits}`.execute(db);
  return rows;
}

/**
 * Returns a condition for a region: its code begins with the text, or its name matches the text in characters, pinyin
 * and initials in any mixture.
 */
function matchesText(text: string): RawBuilder<boolean> {
  const pattern = spellingPattern(text);
  if (pattern === '') return sql<boolean>`false`;
  // `like` first excludes most of the 44,707 regions, at a fifth of the cost of the pattern.
  return sql<boolean>`a.search_keys like ${spellingLikePattern(text)} and a.search_keys ~ ${pattern}`;
}

/** Finds a region by its id, or by its code on the highest level that has it. */
export async function findRegion(db: Db, idOrCode: string): Promise<StoredRegion | undefined> {
  const { rows } = await sql<StoredRegion>`
    select ${columns} from areas a where a.id = ${idOrCode} or a.code = ${idOrCode}
    order by (a.id = ${idOrCode}) desc, a.level limit 1`.execute(db);
  return rows[0];
}

/** Returns the code of the region that an organisation belongs to. */
export async function findRegionCodeOfOrganisation(db: Db, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ code: string }>`
    select area_code as code from organisations where id = ${id}`.execute(db);
  return rows[0]?.code;
}

/** Lists the regions from the province down to this one. */
export async function listPath(db: Db, id: string): Promise<StoredRegion[]> {
  const { rows } = await sql<StoredRegion>`
    with recursive up as (
      select id, parent_id from areas where id = ${id}
      union all select p.id, p.parent_id from areas p join up on p.id = up.parent_id
    )
    select ${columns} from areas a join up using (id) order by a.level`.execute(db);
  return rows;
}

export async function countRegions(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from areas`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Adds all regions in one statement, parents in any order; does not change existing regions, which people may
 * have edited. A slow machine may need longer than the time limit of a statement.
 */
export async function insertRegions(tx: Tx, areas: readonly RegionToLoad[]): Promise<number> {
  const column = (pick: (area: RegionToLoad) => string | number | null) => areas.map(pick);
  await sql.raw(removeTimeoutInTransaction).execute(tx);
  const inserted = await sql`
    insert into areas (id, code, level, name, full_name, parent_id, sort_by)
    select * from unnest(
      ${column((area) => area.id)}::text[], ${column((area) => area.code)}::text[],
      ${column((area) => area.level)}::integer[], ${column((area) => area.name)}::text[],
      ${column((area) => area.fullname)}::text[], ${column((area) => area.parentId)}::text[],
      ${column((area) => area.sortBy)}::integer[])
    on conflict (id) do nothing`.execute(tx);
  return Number(inserted.numAffectedRows ?? 0);
}
