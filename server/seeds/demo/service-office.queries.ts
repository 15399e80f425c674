import { sql } from 'kysely';
import type { OrderState } from '#domain/workflow/model.ts';
import { type StoredState, storedState, withState } from '#server/database/stored-state.ts';
import type { Db } from '#server/database/transaction.ts';

export function findItem(db: Db, taskCode: string) {
  return db
    .selectFrom('business_items')
    .select(['id', 'process_definition_id'])
    .where('task_code', '=', taskCode)
    .where('current', '=', true)
    .executeTakeFirst();
}

/** Number of the latest trace at a node, open or done; 0 when there is none, which the service then refuses. */
export async function findTrace(
  db: Db,
  workorderId: string,
  nodeId: string,
  which: 'open' | 'done',
): Promise<number> {
  const found = await db
    .selectFrom('traces')
    .select('number')
    .where('workorder_id', '=', workorderId)
    .where('node_id', '=', nodeId)
    .where('handler_status', which === 'open' ? '=' : '!=', 0)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.number ?? 0;
}

export async function getState(db: Db, workorderId: string): Promise<OrderState> {
  const { rows } = await sql<StoredState>`
    select ${storedState} from work_order_states s where s.workorder_id = ${workorderId}::uuid`.execute(db);
  if (!rows[0]) throw new Error(`No order ${workorderId}`);
  return withState(rows[0]).state;
}

/** The latest version of a form by its code. */
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
