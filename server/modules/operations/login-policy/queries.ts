import { sql } from 'kysely';
import { isPersonFoundBy } from '#server/kernel/database/find-by-name.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { noPasswordHash } from '#server/modules/access/session/service.ts';

export interface PolicyRow {
  passwordMaxAgeDays: number | null;
  passwordWarnDays: number;
  secondFactorAfterSignOn: boolean;
}

export async function findPolicy(db: Db): Promise<PolicyRow> {
  const row = await db
    .selectFrom('login_policy')
    .select([
      'password_max_age_days as passwordMaxAgeDays',
      'password_warn_days as passwordWarnDays',
      'second_factor_after_sign_on as secondFactorAfterSignOn',
    ])
    .executeTakeFirstOrThrow();
  return row;
}

/**
 * Locks the policy until the transaction ends: of two concurrent changes, the second sees the result of the
 * first.
 */
export async function lockPolicy(tx: Tx): Promise<void> {
  await tx.selectFrom('login_policy').select('single').forUpdate().execute();
}

export interface PolicyRole {
  code: string;
  name: string;
  permissions: string[];
  obliged: boolean;
  holders: number;
  enrolled: number;
}

export async function listPolicyRoles(db: Db): Promise<PolicyRole[]> {
  const { rows } = await sql<PolicyRole>`
    select r.code, r.name,
      array(select permission from role_permissions where role_code = r.code order by 1) as permissions,
      exists (select from second_factor_roles where role_code = r.code) as obliged,
      count(st.id)::int as holders, count(f.staff_id)::int as enrolled
    from roles r left join staff_roles sr on sr.role_code = r.code
      left join staff st on st.id = sr.staff_id and st.disabled_at is null
      left join second_factors f on f.staff_id = st.id
    group by r.code, r.name, r.sort_by order by r.sort_by, r.code`.execute(db);
  return rows;
}

/**
 * Counts the people in service whose password was last changed before the moment, without those who must change it in
 * any case or have no password; and the people with these roles who have no second factor.
 */
export async function countAffectedPeople(
  db: Db,
  { changedBefore, obligedRoles }: { changedBefore: Date | null; obligedRoles: readonly string[] },
): Promise<{ passwordsExpired: number; factorsMissing: number }> {
  const { rows } = await sql<{ passwordsExpired: number; factorsMissing: number }>`
    select count(*) filter (where st.password_changed_at <= ${changedBefore}::timestamptz
        and not st.must_change_password and st.password_hash <> ${noPasswordHash})::int as "passwordsExpired",
      count(*) filter (where f.staff_id is null and exists (select from staff_roles sr
        where sr.staff_id = st.id and sr.role_code = any(${[...obligedRoles]}::text[])))::int as "factorsMissing"
    from staff st left join second_factors f on f.staff_id = st.id
    where st.disabled_at is null`.execute(db);
  return rows[0] ?? { passwordsExpired: 0, factorsMissing: 0 };
}

export async function savePolicy(tx: Tx, policy: PolicyRow): Promise<void> {
  await tx
    .updateTable('login_policy')
    .set({
      password_max_age_days: policy.passwordMaxAgeDays,
      password_warn_days: policy.passwordWarnDays,
      second_factor_after_sign_on: policy.secondFactorAfterSignOn,
    })
    .execute();
}

export async function replaceObligedRoles(tx: Tx, codes: readonly string[]): Promise<void> {
  await tx.deleteFrom('second_factor_roles').execute();
  if (codes.length === 0) return;
  await tx
    .insertInto('second_factor_roles')
    .values(codes.map((role_code) => ({ role_code })))
    .execute();
}

export interface FactorStateRow {
  staffId: string;
  account: string;
  name: string;
  orgName: string;
  roles: string[];
  obliged: boolean;
  enrolledAt: Date | null;
  recoveryCodesLeft: number;
}

const factorStateColumns = sql`st.id as "staffId", st.account, st.name, o.name as "orgName",
  array(select r.name from staff_roles sr join roles r on r.code = sr.role_code
    where sr.staff_id = st.id order by r.sort_by) as roles,
  exists (select from staff_roles join second_factor_roles using (role_code) where staff_id = st.id) as obliged,
  f.enrolled_at as "enrolledAt",
  (select count(*)::int from recovery_codes where staff_id = st.id and used_at is null) as "recoveryCodesLeft"`;
const isObliged = sql`exists (select from staff_roles join second_factor_roles using (role_code) where staff_id = st.id)`;

/**
 * Lists people in service by the state of their second factor; `missing` are the people who need a second
 * factor and have none.
 */
export function listFactorStates(
  db: Db,
  filter: { keyword?: string; state?: 'enrolled' | 'missing' | 'none'; page: number; size: number },
) {
  const { keyword, state } = filter;
  const conditions = [sql`st.disabled_at is null`];
  if (keyword) conditions.push(isPersonFoundBy(keyword));
  if (state === 'enrolled') conditions.push(sql`f.staff_id is not null`);
  if (state === 'missing') conditions.push(sql`f.staff_id is null and ${isObliged}`);
  if (state === 'none') conditions.push(sql`f.staff_id is null and not ${isObliged}`);
  return readPage<FactorStateRow>(
    db,
    {
      columns: factorStateColumns,
      from: sql`staff st join organisations o on o.id = st.org_id left join second_factors f on f.staff_id = st.id
        where ${sql.join(conditions, sql` and `)}`,
      order: sql`f.staff_id is null, not ${isObliged}, o.sort_by, st.account`,
    },
    filter,
  );
}

/** Locks the person until the transaction ends; sign-ins of the person wait until then. */
export async function lockPerson(tx: Tx, staffId: string) {
  return await tx
    .selectFrom('staff')
    .select(['account', 'name'])
    .where('id', '=', staffId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
