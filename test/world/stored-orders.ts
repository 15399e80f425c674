import { sql } from 'kysely';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';
import { type PackedState, packState, unpackState } from '#domain/workflow/versions/packed-state.ts';
import { compressJson, expandJson } from '#server/kernel/database/compressed-json.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/**
 * Rewrites the stored events of an order's actions without the portal; `undefined` leaves an action
 * unchanged.
 */
export async function replaceEvents(
  db: Db,
  workorderId: string,
  change: (events: WorkflowEvent[], action: string, index: number) => WorkflowEvent[] | undefined,
): Promise<void> {
  const rows = await db
    .selectFrom('work_order_events')
    .select(['version', 'action', 'events'])
    .where('workorder_id', '=', workorderId)
    .orderBy('version')
    .execute();
  for (const [index, { version, action, events }] of rows.entries()) {
    const changed = change(expandJson(events) as WorkflowEvent[], action, index);
    if (changed) {
      await sql`update work_order_events set events = ${compressJson(changed)}
        where workorder_id = ${workorderId} and version = ${version}`.execute(db);
    }
  }
}

/** Rewrites the stored state of an order without the portal. */
export async function replaceState(
  db: Db,
  workorderId: string,
  change: (state: OrderState) => OrderState,
): Promise<void> {
  const { state } = await db
    .selectFrom('work_order_states')
    .select('state')
    .where('workorder_id', '=', workorderId)
    .executeTakeFirstOrThrow();
  const changed = change(unpackState(expandJson(state) as PackedState));
  await sql`update work_order_states set state = ${compressJson(packState(changed))}
    where workorder_id = ${workorderId}`.execute(db);
}
