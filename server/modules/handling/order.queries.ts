import { sql } from 'kysely';
import type { OrderState } from '#domain/workflow/model.ts';
import type { Tx } from '#server/database/transaction.ts';

/** What one decision needs to know of its order. */
export interface LoadedOrder {
  id: string;
  code: string;
  itemName: string;
  title: string;
  taskCode: string;
  areaCode: string;
  initiatorId: string;
  processDefinitionId: string;
  version: number;
  state: OrderState;
  clock: unknown;
  auditSeq: number;
  auditHash: string;
  forms: { formCode: string; formDefinitionId: string; content: Record<string, unknown> }[];
  records: number;
  /** The row that the same idempotency key of this person left, if it was used before. */
  answered: { request_hash: string; answer: string } | null;
}

/**
 * Locks the order, then reads it. Two statements on purpose: a reader that waited for the lock must see in its
 * second statement what the one before it committed, or a repeated key would be refused in place of answered.
 */
export async function lockOrder(
  tx: Tx,
  workorderId: string,
  repeated: { staffId: string; key: string },
): Promise<LoadedOrder | undefined> {
  await sql`select from work_order_states where workorder_id = ${workorderId} for update`.execute(tx);
  const { rows } = await sql<LoadedOrder>`
    select o.id, o.code, o.item_name as "itemName", o.title, o.task_code as "taskCode", o.area_code as "areaCode",
      o.initiator_id as "initiatorId", s.process_definition_id as "processDefinitionId", s.version, s.state, s.clock,
      s.audit_seq as "auditSeq", s.audit_hash as "auditHash",
      (select coalesce(jsonb_agg(jsonb_build_object(
          'formCode', f.form_code, 'formDefinitionId', f.form_definition_id, 'content', f.content)), '[]')
        from work_order_forms f where f.workorder_id = o.id) as forms,
      (select count(*)::int from work_order_records r where r.workorder_id = o.id) as records,
      (select jsonb_build_object('request_hash', k.request_hash, 'answer', k.answer)
        from idempotency_keys k where k.staff_id = ${repeated.staffId} and k.key = ${repeated.key}) as answered
    from work_order_states s join work_orders o on o.id = s.workorder_id
    where s.workorder_id = ${workorderId}`.execute(tx);
  return rows[0];
}
