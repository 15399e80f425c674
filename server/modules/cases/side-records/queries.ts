import type { RecordSettings } from '#domain/records/record-settings.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { readRecordSettings } from '#server/modules/design/items/service.ts';

/** Finds the settings for side records of the item version on which the order was started. */
export async function findRecordSettings(db: Db, workorderId: string): Promise<RecordSettings> {
  const row = await db
    .selectFrom('work_orders as o')
    .innerJoin('business_items as b', 'b.id', 'o.business_item_id')
    .select('b.record_settings')
    .where('o.id', '=', workorderId)
    .executeTakeFirst();
  return readRecordSettings(row?.record_settings ?? {});
}

/** A record whose next command is due. */
export interface DueRecord {
  workorderId: string;
  number: number;
  kind: string;
  command: string;
  dueAt: Date;
}

/** Lists records whose next command is due, longest first, a batch after the last one read. */
export async function listDueRecords(
  db: Db,
  now: Date,
  last: DueRecord | undefined,
  limit: number,
): Promise<DueRecord[]> {
  const isNext = last
    ? fragment`(due_at, workorder_id, number) > (${last.dueAt}, ${last.workorderId}::uuid, ${last.number}::int)`
    : fragment`true`;
  const { rows } = await fragment<DueRecord>`
    select workorder_id as "workorderId", number, kind, due_command as command, due_at as "dueAt" from side_records
    where due_at <= ${now} and ${isNext} order by due_at, workorder_id, number limit ${limit}`.execute(db);
  return rows;
}
