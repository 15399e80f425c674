import { sql } from 'kysely';
import { duties } from '#domain/access/duties.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface HolderOfDuties {
  kind: 'person' | 'role';
  /** The account of a person, or the code of a role. */
  code: string;
  name: string;
  /** Id in the audit log. */
  objectId: string;
  permissions: string[];
}

/**
 * Lists people, in service or not, and roles with permissions of the three duties; the caller decides which of
 * them join several duties.
 */
export async function listHoldersOfDuties(db: Db): Promise<HolderOfDuties[]> {
  const dutyPermissions = duties.flatMap(([, permissions]) => [...permissions]);
  const { rows } = await sql<HolderOfDuties>`
    select 'person' as kind, st.account as code, st.name, st.id as "objectId", r.permissions
    from staff_rights r join staff st on st.id = r.staff_id where r.permissions && ${dutyPermissions}::text[]
    union all
    select 'role', roles.code, roles.name, roles.code, array_agg(p.permission order by p.permission)
    from roles join role_permissions p on p.role_code = roles.code where p.permission = any(${dutyPermissions}::text[])
    group by roles.code, roles.name
    order by 1, 2`.execute(db);
  return rows;
}

/** Checks that the second factor is required after a unified login. */
export async function requiresFactorAfterSignOn(db: Db): Promise<boolean> {
  const { rows } = await sql<{ asks: boolean }>`
    select second_factor_after_sign_on as asks from login_policy`.execute(db);
  return rows[0]?.asks ?? false;
}
