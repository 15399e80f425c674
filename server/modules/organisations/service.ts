import type { Context } from '#server/context/context.ts';
import type { Db } from '#server/database/transaction.ts';
import { listHolders, listKeyNames, listStaffOfGroups, listUserGroups } from './queries.ts';

/** Who answers to each candidate key now; a key that nobody answers to has an empty list. */
export async function findHolders(db: Db, keys: readonly string[]): Promise<Map<string, string[]>> {
  const holders = new Map(keys.map((key): [string, string[]] => [key, []]));
  for (const { key, staffId } of await listHolders(db, keys)) holders.get(key)?.push(staffId);
  return holders;
}

/** What each candidate key is called on a screen; a key of nothing is called by itself. */
export async function nameKeys(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const names = new Map(keys.map((key): [string, string] => [key, key]));
  for (const { key, name } of await listKeyNames(db, keys)) names.set(key, name);
  return names;
}

/** User groups with the people in them, as the handler picker lists them (S1 §7). */
export async function listGroupsWithStaff(context: Pick<Context, 'db'>, name?: string) {
  const groups = await listUserGroups(context.db, name);
  const members = await listStaffOfGroups(
    context.db,
    groups.map(({ id }) => id),
  );
  return groups.map((group) => ({ ...group, staffs: members.filter(({ groupId }) => groupId === group.id) }));
}
