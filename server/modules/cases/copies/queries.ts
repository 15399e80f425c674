import type { Actor } from '#domain/access/actor.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Checks whether this copy of the order was sent to one of the keys. */
export async function isCopiedTo(
  db: Db,
  { workorderId, number }: { workorderId: string; number: number },
  keys: readonly string[],
): Promise<boolean> {
  const row = await db
    .selectFrom('work_order_copies')
    .select('number')
    .where('workorder_id', '=', workorderId)
    .where('number', '=', number)
    .where('key', 'in', [...keys])
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Marks the copy as read by this person, and also the person's earlier copies of the order, because a person
 * who opens the order has seen them all. Returns the time when this copy was first read; `isNew` is true if this
 * call marked it.
 */
export async function markRead(
  tx: Tx,
  copy: { workorderId: string; number: number },
  reader: Pick<Actor, 'staffId' | 'name' | 'orgName' | 'keys'>,
  now: Date,
): Promise<{ readAt: Date; isNew: boolean }> {
  const { rows } = await fragment<{ readAt: Date; isNew: boolean }>`
    with marked as (
      insert into copy_readings (workorder_id, number, staff_id, staff_name, org_name, read_at)
      select distinct c.workorder_id, c.number, ${reader.staffId}, ${reader.name}, ${reader.orgName}, ${now}::timestamptz
      from work_order_copies c
      where c.workorder_id = ${copy.workorderId}::uuid and c.number <= ${copy.number}
        and c.key = any(${[...reader.keys]}::text[])
      on conflict do nothing returning number, read_at)
    select read_at as "readAt", true as "isNew" from marked where number = ${copy.number}
    union all
    select g.read_at, false from copy_readings g
    where g.workorder_id = ${copy.workorderId}::uuid and g.number = ${copy.number} and g.staff_id = ${reader.staffId}
      and not exists (select from marked m where m.number = ${copy.number})`.execute(tx);
  return rows[0] ?? { readAt: now, isNew: false };
}

export interface CopyRow {
  number: number;
  handler_name: string;
  handler_org_name: string;
  opinion: string;
  at: Date;
  receivers: { key: string; name: string }[];
}

/** Lists the copies of an order, newest first, up to a maximum, or only the one with this number. */
export async function listCopies(
  db: Db,
  workorderId: string,
  { number, limit }: { number: number | null; limit: number },
): Promise<CopyRow[]> {
  const { rows } = await fragment<CopyRow>`
    select r.number, r.handler_name, r.handler_org_name, r.opinion, r.at, r.details -> 'receivers' as receivers
    from work_order_records r
    where r.workorder_id = ${workorderId}::uuid and (${number}::int is null or r.number = ${number}::int)
      and exists (select from work_order_copies c where c.workorder_id = r.workorder_id and c.number = r.number)
    order by r.number desc limit ${limit}`.execute(db);
  return rows;
}

/** Counts the people who have read each of the copies, or checks it for one person. */
export async function countReadReceipts(
  db: Db,
  workorderId: string,
  numbers: readonly number[],
  onlyStaffId: string | null,
): Promise<Map<number, number>> {
  const { rows } = await fragment<{ number: number; count: number }>`
    select g.number, count(*)::int as count from copy_readings g
    where g.workorder_id = ${workorderId}::uuid and g.number = any(${[...numbers]}::int[])
      and (${onlyStaffId}::text is null or g.staff_id = ${onlyStaffId}::text)
    group by g.number`.execute(db);
  return new Map(rows.map(({ number, count }) => [number, count]));
}

export interface ReadReceipt {
  number: number;
  staff_id: string;
  read_at: Date;
}

/** Lists when those people read the copies. */
export async function listReadReceipts(
  db: Db,
  workorderId: string,
  numbers: readonly number[],
  staffIds: readonly string[],
): Promise<ReadReceipt[]> {
  const { rows } = await fragment<ReadReceipt>`
    select g.number, g.staff_id, g.read_at from copy_readings g
    where g.workorder_id = ${workorderId}::uuid and g.number = any(${[...numbers]}::int[])
      and g.staff_id = any(${[...staffIds]}::text[])`.execute(db);
  return rows;
}
