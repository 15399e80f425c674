import type { Actor } from '#domain/access/actor.ts';
import { maxMergedOrders } from '#domain/records/merge.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { readableBy } from '#server/modules/cases/work-orders/service.ts';

export interface MergeCandidateRow {
  code: string;
  title: string;
  status: number;
  applicant_name: string;
  applicant_type: string;
  started_at: Date;
  due_at: Date | null;
  due_provisional: boolean;
  ended: boolean;
  /** Code of the order into which it is merged. */
  merged_into: string | null;
  leads: boolean;
  offered: boolean;
  tasks: { node_name: string; candidate_names: string[] }[];
}

/** Lists those of these orders that the person may read, with what decides whether they can be merged. */
export async function listMergeCandidates(
  db: Db,
  actor: Actor,
  codes: readonly string[],
): Promise<MergeCandidateRow[]> {
  const { rows } = await fragment<MergeCandidateRow>`
    select o.code, o.title, o.status, o.applicant_name, coalesce(a.applicant_type, '') as applicant_type,
      o.started_at, o.due_at, o.due_provisional, o.ended_at is not null as ended,
      (select r.data->>'mainCode' from side_records r
        where r.workorder_id = o.id and r.kind = 'merge' and r.state = 'merged') as merged_into,
      exists (select from side_records r
        where r.workorder_id = o.id and r.kind = 'merge' and r.state = 'leading') as leads,
      coalesce((b.record_settings->'merge'->>'enabled')::boolean, false) as offered,
      (select coalesce(json_agg(json_build_object('node_name', t.node_name, 'candidate_names', t.candidate_names)
          order by t.number), '[]')
        from traces t where t.workorder_id = o.id and t.handler_status = 0) as tasks
    from work_orders o join business_items b on b.id = o.business_item_id
    left join work_order_applicants a on a.workorder_id = o.id
    where o.code = any(${[...codes]}::text[]) and ${readableBy(actor)}
    order by o.started_at, o.code limit ${maxMergedOrders + 1}`.execute(db);
  return rows;
}
