import { sql } from 'kysely';
import type { accounts } from '#contract/accounts.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import { findIdsByName, isPersonFoundBy } from '#server/kernel/database/find-by-name.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { noPasswordHash } from '#server/modules/access/session/service.ts';

export interface AccountRow {
  id: string;
  account: string;
  name: string;
  title: string;
  orgName: string;
  departmentName: string | null;
  roles: { code: string; name: string }[];
  permissions: string[];
  disabled: boolean;
  mustChangePassword: boolean;
  withoutPassword: boolean;
  hasIdCard: boolean;
  lastSignInAt: Date | null;
}

/** Filter of a list of accounts; each id or code may be several, separated by commas. */
export interface AccountFilter {
  keyword?: string;
  orgId?: string;
  roleCode?: string;
  positionId?: string;
  groupId?: string;
  hallId?: string;
  windowId?: string;
  /** `locked`: locked out of signing in; `one-time`: the one-time password has not been changed. */
  state?: 'enabled' | 'disabled' | 'locked' | 'one-time' | 'no-password' | 'no-role';
  sort?: SortName<typeof accounts.list>;
  order?: 'asc' | 'desc';
  page: number;
  size: number;
}

const accountColumns = sql`st.id, st.account, st.name, st.title, o.name as "orgName", d.name as "departmentName",
  coalesce((select jsonb_agg(jsonb_build_object('code', r.code, 'name', r.name) order by r.sort_by)
    from staff_roles sr join roles r on r.code = sr.role_code where sr.staff_id = st.id), '[]') as roles,
  rights.permissions, st.disabled_at is not null as disabled,
  st.must_change_password as "mustChangePassword", st.password_hash = ${noPasswordHash} as "withoutPassword",
  st.id_card_digest is not null as "hasIdCard",
  (select max(s.created_at) from sessions s where s.staff_id = st.id) as "lastSignInAt"`;

const accountTables = sql`staff st join organisations o on o.id = st.org_id
  join staff_rights rights on rights.staff_id = st.id
  left join organisations d on d.id = st.department_id`;

const idsOf = (joined: string) => joined.split(',').filter((id) => id !== '');

type Condition = ReturnType<typeof sql>;

/** Lists a page of accounts; `lockedIds` are those of people who are currently locked out. */
export function listAccounts(db: Db, filter: AccountFilter, lockedIds: readonly string[]) {
  const states: Record<NonNullable<AccountFilter['state']>, Condition> = {
    enabled: sql`st.disabled_at is null`,
    disabled: sql`st.disabled_at is not null`,
    'one-time': sql`st.must_change_password and st.disabled_at is null`,
    'no-password': sql`st.password_hash = ${noPasswordHash} and st.disabled_at is null`,
    locked: sql`st.id = any(${[...lockedIds]}::text[])`,
    'no-role': sql`st.disabled_at is null and not exists (select from staff_roles where staff_id = st.id)`,
  };
  return accountPage(db, filter, filter.state ? [states[filter.state]] : []);
}

/** Lists a page of accounts with these conditions; `defaultOrder` is used if no order was requested. */
export function accountPage(
  db: Db,
  filter: Omit<AccountFilter, 'state'>,
  conditions: readonly Condition[],
  defaultOrder: Condition = sql`o.sort_by, st.account`,
) {
  const allConditions = [sql`true`, ...conditions];
  const { keyword, orgId, roleCode, positionId, groupId, hallId, windowId } = filter;
  if (keyword) allConditions.push(isPersonFoundBy(keyword));
  if (orgId)
    allConditions.push(sql`st.org_id in (select below.id from organisations top
      join organisations below on starts_with(below.path, top.path) where top.id = any(${idsOf(orgId)}))`);
  const addMembership = (from: Condition, ids: string | undefined) => {
    if (ids) allConditions.push(sql`exists (select from ${from} = any(${idsOf(ids)}::text[]))`);
  };
  addMembership(sql`staff_roles where staff_id = st.id and role_code`, roleCode);
  addMembership(sql`staff_positions where staff_id = st.id and position_id`, positionId);
  addMembership(sql`staff_groups where staff_id = st.id and group_id`, groupId);
  addMembership(sql`staff_windows where staff_id = st.id and window_id`, windowId);
  addMembership(
    sql`staff_windows sw join windows w on w.id = sw.window_id where sw.staff_id = st.id and w.hall_id`,
    hallId,
  );
  const direction = filter.order === 'desc' ? sql`desc nulls last` : sql`asc nulls last`;
  const order: Record<NonNullable<AccountFilter['sort']>, Condition> = {
    account: sql`st.account ${direction}`,
    lastSignInAt: sql`"lastSignInAt" ${direction}, st.account`,
  };
  return readPage<AccountRow>(
    db,
    {
      columns: accountColumns,
      from: sql`${accountTables} where ${sql.join(allConditions, sql` and `)}`,
      order: filter.sort ? order[filter.sort] : defaultOrder,
    },
    filter,
  );
}

/** Locks the row of the account until the transaction ends and returns it; sign-ins of the person wait until then. */
export async function lockAccountRow(tx: Tx, id: string): Promise<AccountRow | undefined> {
  await sql`select from staff where id = ${id} for no key update`.execute(tx);
  return findAccount(tx, id);
}

export async function findAccount(db: Db, id: string): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select ${accountColumns} from ${accountTables} where st.id = ${id}`.execute(db);
  return rows[0];
}

/** Returns the name of a person's organisation or department that is disabled. */
export async function findDisabledOrganisation(tx: Tx, staffId: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select o.name from staff st join organisations o on o.id in (st.org_id, st.department_id)
    where st.id = ${staffId} and not o.enabled order by o.level limit 1`.execute(tx);
  return rows[0]?.name;
}

export async function setDisabled(tx: Tx, id: string, disabledAt: Date | null): Promise<void> {
  await tx.updateTable('staff').set({ disabled_at: disabledAt }).where('id', '=', id).execute();
}

export async function setOneTimePassword(tx: Tx, id: string, hash: string, now: Date): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ password_hash: hash, password_changed_at: now, must_change_password: true })
    .where('id', '=', id)
    .execute();
}

export interface RoleRow {
  code: string;
  name: string;
  permissions: string[];
  menus: string[];
  /** Number of people in service who have the role. */
  holders: number;
}

export async function listRoles(db: Db, filter: { keyword?: string; page: number; size: number }) {
  const { keyword } = filter;
  const allRoles = sql`(select code as id, name from roles) named`;
  const condition = keyword
    ? sql`r.code = any(${await findIdsByName(db, allRoles, keyword)}::text[])`
    : sql`true`;
  return readPage<RoleRow>(
    db,
    {
      columns: sql`r.code, r.name,
        array(select permission from role_permissions where role_code = r.code order by 1) as permissions,
        array(select m.title from role_menus rm join menus m on m.id = rm.menu_id where rm.role_code = r.code
          and not exists (select from menus below where below.parent_id = m.id) order by m.sort_by) as menus,
        (select count(*)::int from staff_roles sr join staff st on st.id = sr.staff_id
          where sr.role_code = r.code and st.disabled_at is null) as holders`,
      from: sql`roles r where ${condition}`,
      order: sql`r.sort_by, r.code`,
    },
    filter,
  );
}

export async function roleExists(db: Db, code: string): Promise<boolean> {
  const found = await db.selectFrom('roles').select('code').where('code', '=', code).executeTakeFirst();
  return found !== undefined;
}

export function listHolders(db: Db, code: string, page: { page: number; size: number }) {
  return readPage<AccountRow>(
    db,
    {
      columns: accountColumns,
      from: sql`${accountTables} where exists (
        select from staff_roles where staff_id = st.id and role_code = ${code})`,
      order: sql`st.disabled_at is not null, o.sort_by, st.account`,
    },
    page,
  );
}

export async function findAccountId(db: Db, account: string): Promise<string | undefined> {
  const found = await db.selectFrom('staff').select('id').where('account', '=', account).executeTakeFirst();
  return found?.id;
}
