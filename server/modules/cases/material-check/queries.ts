import { fragment } from '#server/kernel/database/fragment.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import type { StoredCheck } from '#server/modules/cases/work-orders/service.ts';

/** Locks the order; returns the number of its last check, undefined if the task is no longer open. */
export async function lockLastCheck(
  tx: Tx,
  workorderId: string,
  taskNumber: number,
): Promise<number | undefined> {
  await fragment`select from work_order_states where workorder_id = ${workorderId}::uuid for update`.execute(
    tx,
  );
  const { rows } = await fragment<{ last: number }>`
    select coalesce((select max(number) from material_checks where workorder_id = t.workorder_id), 0) as last
    from traces t
    where t.workorder_id = ${workorderId}::uuid and t.number = ${taskNumber}::int and t.handler_status = 0`.execute(
    tx,
  );
  return rows[0]?.last;
}

export interface NewCheck extends Omit<StoredCheck, 'checked_at'> {
  workorder_id: string;
  checked_at: Date;
}

export async function insertCheck(tx: Tx, check: NewCheck): Promise<void> {
  await tx
    .insertInto('material_checks')
    .values({ ...check, results: JSON.stringify(check.results) })
    .execute();
}
