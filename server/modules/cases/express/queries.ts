import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Actor } from '#domain/access/actor.ts';
import { trackingLimits } from '#domain/express/limits.ts';
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
    where i.mail_num = ${mailNum} and ${readableBy(actor)}`.execute(db);
  return rows[0];
}

export async function findItem(db: Db, id: string): Promise<ExpressItemRow | undefined> {
  return db.selectFrom('express_items').selectAll().where('id', '=', id).executeTakeFirst();
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
