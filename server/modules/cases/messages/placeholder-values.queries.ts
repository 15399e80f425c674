import { sql } from 'kysely';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface MessageFacts {
  code: string;
  title: string;
  area_code: string;
  area_name: string;
  org_code: string;
  org_name: string;
  started_at: Date;
  /** The person who acted last. */
  last_actor_id: string;
}

/** Finds the facts of an order for the placeholders of a message. */
export async function findOrderFacts(db: Db, workorderId: string): Promise<MessageFacts | undefined> {
  const { rows } = await sql<MessageFacts>`
    select o.code, o.title, o.area_code, o.area_name, coalesce(g.code, '') as org_code, o.org_name, o.started_at,
      coalesce((select e.actor_id from work_order_events e where e.workorder_id = o.id
        order by e.version desc limit 1), o.initiator_id) as last_actor_id
    from work_orders o left join organisations g on g.id = o.org_id
    where o.id = ${workorderId}::uuid`.execute(db);
  return rows[0];
}

export interface HandlerFacts {
  account: string;
  name: string;
  org_code: string;
  org_name: string;
}

/** Finds the facts of the sender for the placeholders of a message. */
export async function findHandlerFacts(db: Db, staffId: string): Promise<HandlerFacts | undefined> {
  return await db
    .selectFrom('staff as s')
    .innerJoin('organisations as g', 'g.id', 's.org_id')
    .select(['s.account', 's.name', 'g.code as org_code', 'g.name as org_name'])
    .where('s.id', '=', staffId)
    .executeTakeFirst();
}
