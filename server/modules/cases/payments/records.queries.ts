import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';

/** Payments and the side records of their orders. */

/** Finds the payment that was made from a side record. */
export async function findPaymentOfRecord(
  db: Db,
  workorderId: string,
  recordId: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('workorder_id', '=', workorderId)
    .where('record_number', '=', recordId)
    .executeTakeFirst();
  return row?.id;
}

/** Returns the next number of the month; a number that is not used is not given again. */
export async function nextNumber(db: Db, month: string): Promise<number> {
  const row = await db
    .insertInto('payment_counters')
    .values({ month, last: 1 })
    .onConflict((conflict) =>
      conflict.column('month').doUpdateSet({ last: sql<number>`payment_counters.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow();
  return row.last;
}

/** Makes the payments of all side records that have none yet; their content was checked when they were written. */
export async function insertMissingPayments(db: Db): Promise<void> {
  await sql`
    insert into payments (id, number, workorder_id, record_number, payer, lines, total, state, created_at,
      created_by_name, changed_at)
    select gen_random_uuid(), r.data ->> 'number', r.workorder_id, r.number, r.data ->> 'payer', r.data -> 'lines',
      (r.data ->> 'total')::bigint, '0', r.opened_at, r.opened_by, r.opened_at
    from side_records r
    where r.kind = 'payment' and not exists (
      select from payments p where p.workorder_id = r.workorder_id and p.record_number = r.number)
    order by r.opened_at
    on conflict (workorder_id, record_number) do nothing`.execute(db);
}

/** Lists unpaid payments whose side record was revoked with its task or its order. */
export async function listRevokedRecords(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.id from payments p
    join side_records r on r.workorder_id = p.workorder_id and r.number = p.record_number
    where r.state = 'revoked' and p.revoked_at is null and p.state in ('0', '1') limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists payments whose state the side record does not have yet, longest first. */
export async function listUnannounced(db: Db, revokedBefore: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payments where announced <> state and (revoked_at is null or revoked_at < ${revokedBefore})
    order by changed_at, id limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** Records that the side record has this state. */
export async function setAnnounced(db: Db, id: string, state: string): Promise<void> {
  await db.updateTable('payments').set({ announced: state }).where('id', '=', id).execute();
}

/** Finds name and kind of the applicant of an order; undefined without one. */
export async function findApplicantName(
  db: Db,
  workorderId: string,
): Promise<{ name: string; applicantType: string } | undefined> {
  return db
    .selectFrom('work_order_applicants')
    .select(['name', 'applicant_type as applicantType'])
    .where('workorder_id', '=', workorderId)
    .executeTakeFirst();
}
