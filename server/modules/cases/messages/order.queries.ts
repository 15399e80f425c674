import { sql } from 'kysely';
import { administrativePermissions, Permission } from '#domain/access/actor.ts';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import { pageOfQuery } from '#server/kernel/database/read-page.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export async function listOrderMessages(db: Db, workorderId: string, paging: { page: number; size: number }) {
  const orderMessages = db.selectFrom('outbound_messages').where('workorder_id', '=', workorderId);
  const selection = orderMessages
    .select([
      'id',
      'channel',
      'content',
      'receiver_name',
      'receiver_sealed',
      'sent_by_name',
      'belongs',
      'state',
      'created_at',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return pageOfQuery(db, selection, paging);
}

/** Finds the applicant term of an order, and the applicant's encrypted mobile number. */
export async function findSealedApplicant(
  db: Db,
  workorderId: string,
): Promise<{ term: ApplicantTerm; mobile: string | null } | undefined> {
  return db
    .selectFrom('work_orders')
    .innerJoin('business_items', 'business_items.id', 'work_orders.business_item_id')
    .leftJoin('work_order_applicants', 'work_order_applicants.workorder_id', 'work_orders.id')
    .select(['business_items.applicant_word as term', 'work_order_applicants.mobile_sealed as mobile'])
    .where('work_orders.id', '=', workorderId)
    .executeTakeFirst();
}

/**
 * Lists supervisors of the order's organisation and of those above it who may read it (docs/decisions/0056).
 */
export async function listSupervisors(db: Db, workorderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from work_orders o
      join organisations theirs on theirs.id = o.org_id
      join organisations mine on theirs.path like mine.path || '%'
      join staff s on s.org_id = mine.id and s.disabled_at is null
      join staff_roles r on r.staff_id = s.id and r.role_code = 'supervisor'
      join staff_rights sr on sr.staff_id = s.id and ${Permission.readAll} = any(sr.permissions)
    where o.id = ${workorderId}::uuid order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists people of the order's organisation and of those above it who may read it and approve its side records. */
export async function listApprovers(db: Db, workorderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct s.id from work_orders o
      join organisations theirs on theirs.id = o.org_id or theirs.id in (
        select opener.org_id from side_records r join staff opener on opener.id = r.opened_by
        where r.workorder_id = o.id and r.is_open)
      join organisations mine on theirs.path like mine.path || '%'
      join staff s on s.org_id = mine.id and s.disabled_at is null
      join staff_rights sr on sr.staff_id = s.id
        and ${Permission.readAll} = any(sr.permissions) and ${Permission.approve} = any(sr.permissions)
    where o.id = ${workorderId}::uuid order by s.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists the people in service with a permission in matters. */
export async function listPeopleWith(db: Db, permission: Permission): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select staff_id as id from staff_rights where enabled and ${permission} = any(permissions)
      and not permissions && ${[...administrativePermissions]}::text[] order by staff_id`.execute(db);
  return rows.map(({ id }) => id);
}
