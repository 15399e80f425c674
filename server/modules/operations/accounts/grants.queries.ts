import { sql } from 'kysely';
import type { grants } from '#contract/people.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { type AccountFilter, accountPage } from './queries.ts';

/** Lists people with their roles, those without any first. */
export function listGrantees(
  db: Db,
  {
    state,
    ...filter
  }: Omit<AccountFilter, 'state' | 'sort'> & {
    state?: keyof typeof states;
    sort?: SortName<typeof grants.list>;
  },
) {
  const order = sql`${hasRoles}, o.sort_by, st.account`;
  return accountPage(db, filter, [state ? states[state] : sql`st.disabled_at is null`], order);
}

const hasRoles = sql`exists (select from staff_roles where staff_id = st.id)`;
const states = {
  without: sql`st.disabled_at is null and not ${hasRoles}`,
  with: sql`st.disabled_at is null and ${hasRoles}`,
  disabled: sql`st.disabled_at is not null`,
};

export async function countPeopleWithoutRoles(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from staff st where ${states.without}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists all permissions of these roles together. */
export async function listPermissionsOf(db: Db, roles: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ permission: string }>`
    select distinct permission from role_permissions where role_code = any(${[...roles]}::text[])`.execute(
    db,
  );
  return rows.map(({ permission }) => permission);
}
