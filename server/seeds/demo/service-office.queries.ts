import type { Db } from '#server/kernel/database/transaction.ts';

export function findItem(db: Db, taskCode: string) {
  return db
    .selectFrom('business_items')
    .select(['id', 'process_definition_id'])
    .where('task_code', '=', taskCode)
    .where('current', '=', true)
    .executeTakeFirst();
}

/**
 * Returns the number of the latest trace at a node, open or done; 0 if there is none, which the service then
 * refuses.
 */
export async function findTrace(
  db: Db,
  workorderId: string,
  nodeId: string,
  which: 'open' | 'done',
): Promise<number> {
  const trace = await db
    .selectFrom('traces')
    .select('number')
    .where('workorder_id', '=', workorderId)
    .where('node_id', '=', nodeId)
    .where('handler_status', which === 'open' ? '=' : '!=', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return trace?.number ?? 0;
}

/** Returns the id of the latest version of a form by its code. */
export async function getFormId(db: Db, code: string): Promise<string> {
  const { id } = await db
    .selectFrom('form_definitions')
    .select('id')
    .where('code', '=', code)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the number of the latest copy of an order. */
export async function findNewestCopy(db: Db, workorderId: string): Promise<number> {
  const { number } = await db
    .selectFrom('work_order_copies')
    .select('number')
    .where('workorder_id', '=', workorderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return number;
}
