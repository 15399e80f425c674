import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import { rowsAsColumns } from '#server/kernel/database/rows-as-columns.ts';
import type { Decision } from '../decision.ts';

const recordTypes = {
  handler_operation: 'smallint',
  act_name: 'text',
  opinion: 'text',
  panel_id: 'integer',
  details: 'jsonb',
  file_ids: 'text[]',
} as const;

/** Inserts the row of an action that visits no node. */
export function insertRecord({ rowChanges: { record }, recordNumber, actor, at }: Decision): Fragment {
  return fragment`new_record as (
  insert into work_order_records (workorder_id, number, handler_operation, act_name, handler_id, handler_name,
    handler_org_name, opinion, at, panel_id, details, file_ids)
  select s.workorder_id, ${recordNumber}, x.handler_operation, x.act_name, ${actor.staffId}, ${actor.name},
    ${actor.orgName}, x.opinion, ${at}, x.panel_id, x.details, x.file_ids::text[]
  from written_state s, ${rowsAsColumns(recordTypes, record ? [record] : [])}
)`;
}
