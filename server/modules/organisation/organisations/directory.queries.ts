import { sql } from 'kysely';
import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface CandidateKey {
  key: string;
  name: string;
  /** True if a person in service matches the key. */
  hasPeople: boolean;
  /** The number of these people who may handle matters, and one of them. */
  ableCount: number;
  oneAbleStaffId: string | null;
  /** True if a person in service who may start matters matches the key. */
  mayInitiate: boolean;
  /** For a person, in service or not: the person's organisation. */
  orgId: string | null;
  /** For a person who may handle matters: every key that the person matches. */
  keys: string[] | null;
}

/**
 * Lists every candidate key that can be used, with its displayed name and the people in service who match it.
 */
export async function listCandidateKeys(db: Db): Promise<CandidateKey[]> {
  const { rows } = await sql<CandidateKey>`
    with rights as (
      select s.id, s.org_id, s.department_id,
        coalesce(bool_or(p.permission = ${Permission.handle}), false) as handles,
        coalesce(bool_or(p.permission in (${Permission.initiate}, ${Permission.administer})), false) as starts,
        coalesce(bool_or(p.permission = any(${[...administrativePermissions]}::text[])), false) as barred
      from staff s left join staff_roles r on r.staff_id = s.id
      left join role_permissions p on p.role_code = r.role_code
      where s.disabled_at is null group by s.id),
    active as (
      select id, org_id, department_id, handles and not barred as able, starts and not barred as initiates
      from rights),
    members as (
      select 'staff:' || id as key, id, able, initiates from active
      union all
      select 'role:' || m.role_code, a.id, a.able, a.initiates from staff_roles m join active a on a.id = m.staff_id
      union all
      select 'position:' || m.position_id, a.id, a.able, a.initiates from staff_positions m join active a on a.id = m.staff_id
      union all
      select 'group:' || m.group_id, a.id, a.able, a.initiates from staff_groups m join active a on a.id = m.staff_id
      union all
      select 'window:' || m.window_id, a.id, a.able, a.initiates from staff_windows m join active a on a.id = m.staff_id
      union all
      select 'org:' || org_id, id, able, initiates from active
      union all
      select 'department:' || department_id, id, able, initiates from active where department_id is not null),
    reach as (
      select key, (count(*) filter (where able))::int as able, min(id) filter (where able) as "oneAbleStaffId",
        bool_or(initiates) as initiates
      from members group by key),
    held as (select id, array_agg(key) as keys from members where able group by id),
    named as (
      select 'staff:' || id as key, name, org_id from staff
      union all select 'role:' || code, name, null from roles
      union all select 'position:' || id, name, null from positions
      union all select 'group:' || id, name, null from user_groups
      union all select 'window:' || id, name, null from windows
      union all select 'org:' || id, name, null from organisations
      union all select 'department:' || id, name, null from organisations)
    select n.key, n.name, r.key is not null as "hasPeople", coalesce(r.able, 0) as "ableCount", r."oneAbleStaffId",
      coalesce(r.initiates, false) as "mayInitiate", n.org_id as "orgId", h.keys
    from named n left join reach r on r.key = n.key left join held h on n.key = 'staff:' || h.id
  `.execute(db);
  return rows;
}
