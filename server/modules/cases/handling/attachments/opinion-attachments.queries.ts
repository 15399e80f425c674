import type { AttachedFile } from '#contract/panels.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/**
 * Locks and returns the row of a trace of a running order; undefined if it has ended. The order is locked
 * first, as everywhere.
 */
export async function lockTrace(tx: Tx, workorderId: string, number: number) {
  await fragment`select from work_order_states where workorder_id = ${workorderId}::uuid for update`.execute(
    tx,
  );
  return tx
    .selectFrom('traces')
    .innerJoin('work_orders', 'work_orders.id', 'traces.workorder_id')
    .selectAll('traces')
    .where('traces.workorder_id', '=', workorderId)
    .where('traces.number', '=', number)
    .where('work_orders.ended_at', 'is', null)
    .executeTakeFirst();
}

/** Checks whether a step of a running order is still open; locks nothing. */
export async function isTraceOpen(db: Db, workorderId: string, number: number): Promise<boolean> {
  const row = await db
    .selectFrom('traces')
    .innerJoin('work_orders', 'work_orders.id', 'traces.workorder_id')
    .select('traces.number')
    .where('traces.workorder_id', '=', workorderId)
    .where('traces.number', '=', number)
    .where('traces.handler_status', '=', 0)
    .where('work_orders.ended_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updateAttachments(
  tx: Tx,
  workorderId: string,
  number: number,
  fileIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('traces')
    .set({ file_ids: [...fileIds] })
    .where('workorder_id', '=', workorderId)
    .where('number', '=', number)
    .execute();
}

/** Assigns a person's own unused uploads to the order; returns their number. */
export async function claimFiles(
  tx: Tx,
  { workorderId, staffId, ids }: { workorderId: string; staffId: string; ids: readonly string[] },
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await tx
    .updateTable('files')
    .set({ workorder_id: workorderId })
    .where('id', 'in', [...ids])
    .where('owner_staff_id', '=', staffId)
    .where('workorder_id', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Lists the attachments of a trace from their own rows, in order. */
export async function listAttachedFiles(
  db: Db,
  workorderId: string,
  number: number,
): Promise<AttachedFile[]> {
  const { rows } = await fragment<AttachedFile>`select f.id, f.name, f.size
    from traces t cross join unnest(t.file_ids) with ordinality a(id, place) join files f on f.id = a.id
    where t.workorder_id = ${workorderId}::uuid and t.number = ${number} order by a.place`.execute(db);
  return rows;
}
