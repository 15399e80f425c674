import type { z } from 'zod';
import type { organisations } from '#contract/organisations.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isTreeRoot } from '#domain/lists/tree-root.ts';
import { searchKeyOf } from '#domain/texts/spelled-search.ts';
import type { Context } from '#server/framework/context.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { findRegionCode } from '#server/modules/organisation/regions/service.ts';
import { listPeople, type PersonWithPosts } from './people.queries.ts';
import * as pickerQueries from './picker.queries.ts';
import * as queries from './queries.ts';

export { clearDirectoryCache, currentDirectory, type Directory, directoryNames } from './directory.ts';
export { pinyinOf } from './picker.queries.ts';

type QueryOf<Name extends keyof typeof organisations> = z.output<(typeof organisations)[Name]['query']>;

/** Finds the people who currently match each candidate key; the list is empty if there are none. */
export async function findHolders(db: Db, keys: readonly string[]): Promise<Map<string, string[]>> {
  const holders = new Map(keys.map((key): [string, string[]] => [key, []]));
  for (const { key, staffId } of await queries.listHolders(db, keys)) holders.get(key)?.push(staffId);
  return holders;
}

/** Returns some of the people who match each key, and the total number. */
export async function findSomeHolders(
  db: Db,
  keys: readonly string[],
  maxPerKey: number,
): Promise<Map<string, { staffIds: string[]; count: number }>> {
  const holders = new Map<string, { staffIds: string[]; count: number }>();
  for (const { key, staffId, count } of await queries.listSomeHolders(db, keys, maxPerKey)) {
    const known = holders.get(key);
    if (known) known.staffIds.push(staffId);
    else holders.set(key, { staffIds: [staffId], count });
  }
  return holders;
}

export type { PersonWithPosts } from './people.queries.ts';

/** Returns people by their ids, with name, unit and posts. */
export async function findPeople(db: Db, staffIds: readonly string[]): Promise<Map<string, PersonWithPosts>> {
  const people = await listPeople(db, staffIds);
  return new Map(people.map((person) => [person.staffId, person]));
}

/** Returns the display name of each candidate key; an unknown key is its own name. */
export async function nameKeys(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const names = new Map(keys.map((key): [string, string] => [key, key]));
  for (const { key, name } of await queries.listKeyNames(db, keys)) names.set(key, name);
  return names;
}

/** Lists user groups with their members for the handler picker (S1 §7). */
export async function listGroupsWithStaff(
  context: Pick<Context, 'db'>,
  { ids, ...filter }: { name?: string; application?: string; ids?: string },
) {
  const groups = await queries.listUserGroups(context.db, { ...filter, ...idsOf(ids) });
  const members = await queries.listStaffOfGroups(
    context.db,
    groups.map(({ id }) => id),
  );
  return groups.map((group) => ({ ...group, staffs: members.filter(({ groupId }) => groupId === group.id) }));
}

/** Splits ids joined by commas; returns no ids if there were none. */
const idsOf = (joined: string | undefined) => (joined === undefined ? {} : { ids: joined.split(',') });

/** Lists posts by name or id. */
export function listPositions({ db }: Pick<Context, 'db'>, { ids, ...query }: QueryOf<'positions'>) {
  return queries.listPositions(db, { ...query, ...idsOf(ids) });
}

/** Lists roles by name or by code, which is their id. */
export function listRoles({ db }: Pick<Context, 'db'>, { ids, ...query }: QueryOf<'roles'>) {
  return queries.listRoles(db, { ...query, ...idsOf(ids) });
}

/**
 * Returns the code of the region that a picker requests, under any of the parameter's names; undefined if it
 * requests none.
 */
async function regionOf(
  { db }: Pick<Context, 'db'>,
  query: { areaId?: string; areaCode?: string; regionCode?: string },
): Promise<{ areaCode?: string }> {
  const area = query.areaId ?? query.areaCode ?? query.regionCode;
  return area === undefined ? {} : { areaCode: await findRegionCode(db, area) };
}

/**
 * Lists organisations of a region, a level or below a parent (0 or null for the top), or by part of the name
 * (S0 §7).
 */
export async function listOrganisations(
  context: Pick<Context, 'db'>,
  query: Partial<QueryOf<'organisationTree'>>,
) {
  const { level, parent, orgName } = query;
  return queries.listOrganisations(context.db, {
    ...(await regionOf(context, query)),
    ...(parent === undefined ? {} : { parent: isTreeRoot(parent) ? null : parent }),
    level,
    name: query.name ?? query.inputValue ?? orgName,
  });
}

export async function listStaff(context: Pick<Context, 'db'>, query: QueryOf<'staffs'>) {
  const { areaCode: _named, name = query.inputValue, ...filter } = query;
  return queries.listStaff(context.db, { ...filter, name, ...(await regionOf(context, query)) });
}

/**
 * Lists people for the handler picker; people who cannot be chosen come last, with the reason (S1 §2). The server
 * checks the choice again by its own rules.
 */
export function pickStaff(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { staffId }: Pick<Actor, 'staffId'>,
  { text, ids, among, mine, notSelf, ...query }: QueryOf<'pickStaff'>,
) {
  return pickerQueries.listStaffForPicker(db, {
    ...query,
    words: searchKeyOf(text ?? '')
      .split(/\s+/)
      .filter(Boolean),
    requesterId: staffId,
    now: now(),
    onlyDepartment: mine === 'true',
    excludesRequester: notSelf === 'true',
    ids: ids?.split(','),
    among: among?.split(','),
  });
}

export async function listHalls(context: Pick<Context, 'db'>, query: QueryOf<'halls'>) {
  const name = query.name ?? query.hallName ?? query.inputValue;
  const { page, size } = query;
  return queries.listHalls(context.db, {
    ...idsOf(query.ids),
    name,
    page,
    size,
    ...(await regionOf(context, query)),
  });
}

/** Lists the names of the halls, each once (S0 §7 "general service hall names"). */
export async function listHallNames(context: Pick<Context, 'db'>, query: QueryOf<'hallNames'>) {
  const name = query.name ?? query.hallName ?? query.inputValue;
  return queries.listHallNames(context.db, { name, ...(await regionOf(context, query)) });
}

export async function listWindows(context: Pick<Context, 'db'>, query: QueryOf<'windows'>) {
  const { hallId, hallName, page, size } = query;
  return queries.listWindows(context.db, {
    ...idsOf(query.ids),
    ...(await regionOf(context, query)),
    hallId,
    hallName,
    name: query.name ?? query.inputValue,
    page,
    size,
  });
}
