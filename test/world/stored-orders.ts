import { sql } from 'kysely';
import type { OrderState, WorkflowEvent } from '#domain/workflow/model/model.ts';
import { type PackedState, packState, unpackState } from '#domain/workflow/versions/packed-state.ts';
import { compressJson, expandJson } from '#server/kernel/database/compressed-json.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** Writes the events of an order's actions anew, behind the portal's back; `undefined` leaves an action as it is. */
export async function bendEvents(
  db: Db,
  workorderId: string,
  bend: (events: WorkflowEvent[], action: string, index: number) => WorkflowEvent[] | undefined,
): Promise<void> {
  const rows = await db
    .selectFrom('work_order_events')
    .select(['version', 'action', 'events'])
    .where('workorder_id', '=', workorderId)
    .orderBy('version')
    .execute();
  for (const [index, { version, action, events }] of rows.entries()) {
    const bent = bend(expandJson(events) as WorkflowEvent[], action, index);
    if (bent) {
      await sql`update work_order_events set events = ${compressJson(bent)}
        where workorder_id = ${workorderId} and version = ${version}`.execute(db);
    }
  }
}

/** Writes the stored state of an order anew, behind the portal's back. */
export async function bendState(
  db: Db,
  workorderId: string,
  bend: (state: OrderState) => OrderState,
): Promise<void> {
  const { state } = await db
    .selectFrom('work_order_states')
    .select('state')
    .where('workorder_id', '=', workorderId)
    .executeTakeFirstOrThrow();
  const bent = bend(unpackState(expandJson(state) as PackedState));
  await sql`update work_order_states set state = ${compressJson(packState(bent))}
    where workorder_id = ${workorderId}`.execute(db);
}
