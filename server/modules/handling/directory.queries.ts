import { sql } from 'kysely';
import type { Db } from '#server/database/transaction.ts';

/** Every candidate key that can be named, with what people call it and whether anybody in office answers to it. */
export async function listCandidateKeys(db: Db): Promise<{ key: string; name: string; reached: boolean }[]> {
  const { rows } = await sql<{ key: string; name: string; reached: boolean }>`
    with active as (select id, name, org_id, department_id from staff where disabled_at is null)
    select 'staff:' || s.id as key, s.name, s.disabled_at is null as reached from staff s
    union all
    select 'role:' || r.code, r.name, exists (
      select from staff_roles m join active on active.id = m.staff_id where m.role_code = r.code) from roles r
    union all
    select 'position:' || p.id, p.name, exists (
      select from staff_positions m join active on active.id = m.staff_id where m.position_id = p.id) from positions p
    union all
    select 'group:' || g.id, g.name, exists (
      select from staff_groups m join active on active.id = m.staff_id where m.group_id = g.id) from user_groups g
    union all
    select 'window:' || w.id, w.name, exists (
      select from staff_windows m join active on active.id = m.staff_id where m.window_id = w.id) from windows w
    union all
    select 'org:' || o.id, o.name, exists (select from active where active.org_id = o.id) from organisations o
    union all
    select 'department:' || o.id, o.name, exists (select from active where active.department_id = o.id) from organisations o
  `.execute(db);
  return rows;
}
