import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Actor } from '#domain/access/actor.ts';
import { trackingLimits } from '#domain/express/limits.ts';
import type { ExpressData, ExpressState as ExpressRecordState } from '#domain/records/express.ts';
import type { ExpressParty } from '#server/adapters/gateways/express/express-gateway.ts';
import type { ExpressEventsTable, ExpressItemsTable } from '#server/kernel/database/express-tables.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import { readableBy } from '#server/modules/cases/work-orders/service.ts';

export type ExpressItemRow = Selectable<ExpressItemsTable>;
export type ExpressEventRow = Selectable<ExpressEventsTable>;

/** Finds an item by its number, with the code of its order, if this person may read the order. */
export async function findReadableItem(
  db: Db,
  actor: Actor,
  mailNum: string,
): Promise<(ExpressItemRow & { workorder_code: string }) | undefined> {
  const { rows } = await fragment<ExpressItemRow & { workorder_code: string }>`
    select i.*, o.code as workorder_code
    from express_items i join work_orders o on o.id = i.workorder_id
    where i.mail_num = ${mailNum} and i.state <> 'draft' and ${readableBy(actor)}`.execute(db);
  return rows[0];
}

/** The record of an order about an express item. */
export interface ExpressRecordRow {
  workorderId: string;
  number: number;
  state: ExpressRecordState;
  data: ExpressData;
}

/** Finds the record of an item; undefined while it is not written. */
export async function findRecord(db: Db, itemId: string): Promise<ExpressRecordRow | undefined> {
  const { rows } = await fragment<ExpressRecordRow>`
    select r.workorder_id as "workorderId", r.number, r.state, r.data
    from express_items i join side_records r on r.workorder_id = i.workorder_id
    where i.id = ${itemId}::uuid and r.kind = 'express' and r.data->>'itemId' = i.id::text`.execute(db);
  return rows[0];
}

/** Lists the items of an order. */
export async function listItemsOfOrder(db: Db, workorderId: string): Promise<ExpressItemRow[]> {
  return db
    .selectFrom('express_items')
    .selectAll()
    .where('workorder_id', '=', workorderId)
    .where('state', '<>', 'draft')
    .execute();
}

/** Finds the record of an order with this number. */
export async function findOutput(
  db: Db,
  workorderId: string,
  number: number,
): Promise<{ state: string; data: unknown } | undefined> {
  return db
    .selectFrom('side_records')
    .select(['state', 'data'])
    .where('workorder_id', '=', workorderId)
    .where('number', '=', number)
    .where('kind', '=', 'output')
    .executeTakeFirst();
}

export async function lockItemById(tx: Tx, id: string): Promise<ExpressItemRow | undefined> {
  return tx.selectFrom('express_items').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function deleteDraft(db: Db, id: string): Promise<void> {
  await db.deleteFrom('express_items').where('id', '=', id).where('state', '=', 'draft').execute();
}

/** Lists drafts from before this time, whose process has stopped. */
export async function listDrafts(db: Db, before: Date): Promise<{ id: string }[]> {
  return db
    .selectFrom('express_items')
    .select('id')
    .where('state', '=', 'draft')
    .where('ordered_at', '<', before)
    .limit(100)
    .execute();
}

/** Cancels an item: nobody is asked for it, and its number can be used again. */
export async function cancelItem(db: Db, id: string, now: Date): Promise<void> {
  await updateItem(db, id, { state: 'cancelled', mail_num: null, next_ask_at: null, changed_at: now });
}

/** Lists items whose records do not say yet what the rows say. */
export async function listUnreported(db: Db): Promise<ExpressItemRow[]> {
  return db
    .selectFrom('express_items')
    .selectAll()
    .where('unreported', '=', true)
    .orderBy('changed_at')
    .limit(200)
    .execute();
}

/** Marks an item as reported, unless it has changed since it was read. */
export async function markReported(db: Db, { id, changed_at: changedAt }: ExpressItemRow): Promise<void> {
  await db
    .updateTable('express_items')
    .set({ unreported: false })
    .where('id', '=', id)
    .where('changed_at', '=', changedAt)
    .execute();
}

/** Inserts an item; returns false if its number or id is stored already. */
export async function insertItem(tx: Tx, row: Insertable<ExpressItemsTable>): Promise<boolean> {
  const inserted = await tx
    .insertInto('express_items')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length > 0;
}

/** Locks the item with this number until the transaction ends. */
export async function lockItem(tx: Tx, mailNum: string): Promise<ExpressItemRow | undefined> {
  return tx
    .selectFrom('express_items')
    .selectAll()
    .where('mail_num', '=', mailNum)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateItem(db: Db, id: string, values: Updateable<ExpressItemsTable>): Promise<void> {
  await db.updateTable('express_items').set(values).where('id', '=', id).execute();
}

export async function findEvents(db: Db, mailNum: string): Promise<ExpressEventRow[]> {
  return db.selectFrom('express_events').selectAll().where('mail_num', '=', mailNum).execute();
}

/**
 * Inserts the events that are not stored yet, up to the limit for an item; returns their number. The caller has locked the
 * item, if there is one.
 */
export async function insertEvents(tx: Tx, rows: readonly Insertable<ExpressEventsTable>[]): Promise<number> {
  const mailNum = rows[0]?.mail_num;
  if (mailNum === undefined) return 0;
  const { stored } = await tx
    .selectFrom('express_events')
    .select((row) => row.fn.countAll<number>().as('stored'))
    .where('mail_num', '=', mailNum)
    .executeTakeFirstOrThrow();
  const accepted = rows.slice(0, Math.max(0, trackingLimits.events - Number(stored)));
  if (accepted.length === 0) return 0;
  const inserted = await tx
    .insertInto('express_events')
    .values([...accepted])
    .onConflict((conflict) => conflict.doNothing())
    .returning('mail_num')
    .execute();
  return inserted.length;
}

/**
 * Claims the item that has been due for longest until `until`: the carrier is asked outside a transaction, and another
 * process asks again if this one is killed.
 */
export async function claimDueItem(db: Db, now: Date, until: Date): Promise<ExpressItemRow | undefined> {
  const { rows } = await fragment<ExpressItemRow>`
    update express_items set next_ask_at = ${until} where id = (
      select id from express_items where next_ask_at <= ${now}
      order by next_ask_at, id limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

/** Deletes events of numbers that no order of the portal has. */
export async function deleteForeignEvents(db: Db, before: Date): Promise<void> {
  await fragment`delete from express_events e where e.received_at < ${before}
    and not exists (select from express_items i where i.mail_num = e.mail_num)`.execute(db);
}

/** Finds the data of the order's applicant for a waybill; undefined without an applicant. */
export async function findApplicantParty(
  db: Db,
  workorderId: string,
): Promise<{ name: string; mobileSealed: string; region: string[]; detailsSealed: string } | undefined> {
  return db
    .selectFrom('work_order_applicants')
    .select(['name', 'mobile_sealed as mobileSealed', 'region', 'details_sealed as detailsSealed'])
    .where('workorder_id', '=', workorderId)
    .executeTakeFirst();
}

/** Finds the organisation of the person as a side of the waybill. */
export async function findOfficeParty(db: Db, orgId: string): Promise<ExpressParty> {
  return db
    .selectFrom('organisations')
    .select(['name', 'phone', 'address'])
    .where('id', '=', orgId)
    .executeTakeFirstOrThrow();
}

/** Marks the item of a record as not reported: a person has changed the record. */
export async function markUnreported(db: Db, workorderId: string, number: number, now: Date): Promise<void> {
  await fragment`update express_items i set unreported = true, changed_at = ${now} from side_records r
    where r.workorder_id = ${workorderId}::uuid and r.number = ${number}::int and r.kind = 'express'
      and i.workorder_id = r.workorder_id and i.id::text = r.data->>'itemId'`.execute(db);
}
