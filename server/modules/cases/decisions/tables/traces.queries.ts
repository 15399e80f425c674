import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import { rowsAsColumns } from '#server/kernel/database/rows-as-columns.ts';
import type { Decision } from '../decision.ts';
import type { RowChanges } from '../row-changes.ts';

const finishedTypes = {
  outcome: 'text',
  handler_operation: 'smallint',
  act_name: 'text',
  handler_id: 'text',
  handler_name: 'text',
  handler_org_name: 'text',
  opinion: 'text',
  remark: 'text',
  ended_at: 'timestamptz',
  file_ids: 'text[]',
} as const;

/** Updates traces of tasks that were open before and ended with the decision. */
export function updateFinishedTraces({ rowChanges }: Decision): Fragment {
  const rows = rowChanges.finished.filter(({ number }) => rowChanges.removedFromInbox.includes(number));
  return fragment`finished_traces as (
  update traces t set handler_status = 1, outcome = x.outcome, handler_operation = x.handler_operation,
    act_name = x.act_name, handler_id = x.handler_id, handler_name = x.handler_name,
    handler_org_name = x.handler_org_name, opinion = x.opinion, remark = x.remark,
    ended_at = x.ended_at, updated_at = x.ended_at, file_ids = x.file_ids::text[]
  from written_state s, ${rowsAsColumns({ number: 'integer', ...finishedTypes }, rows)}
  where t.workorder_id = s.workorder_id and t.number = x.number
)`;
}

const openedTypes = {
  number: 'integer',
  node_id: 'text',
  node_name: 'text',
  candidates: 'text[]',
  candidate_names: 'text[]',
  asked_by: 'text[]',
  started_at: 'timestamptz',
  due_at: 'timestamptz',
  due_provisional: 'boolean',
  handler_status: 'smallint',
  ...finishedTypes,
} as const;

/** Inserts traces of tasks that the decision opened. */
export function insertOpenedTraces({ rowChanges }: Decision): Fragment {
  return fragment`opened_traces as (
  insert into traces (workorder_id, number, node_id, node_name, candidates, candidate_names, asked_by, handler_status,
    handler_operation, outcome, act_name, handler_id, handler_name, handler_org_name, opinion, remark,
    started_at, ended_at, updated_at, due_at, due_provisional, file_ids)
  select s.workorder_id, x.number, x.node_id, x.node_name, x.candidates::text[], x.candidate_names::text[],
    x.asked_by::text[], x.handler_status, x.handler_operation, x.outcome, x.act_name, x.handler_id, x.handler_name, x.handler_org_name,
    x.opinion, x.remark, x.started_at, x.ended_at, coalesce(x.ended_at, x.started_at), x.due_at, x.due_provisional,
    x.file_ids::text[]
  from written_state s, ${rowsAsColumns(
    openedTypes,
    rowChanges.opened.map((trace) => openedRow(trace, rowChanges)),
  )}
)`;
}

const unfinished = {
  outcome: null,
  handler_operation: null,
  act_name: '',
  handler_id: null,
  handler_name: '',
  handler_org_name: '',
  opinion: '',
  remark: '',
  ended_at: null,
  file_ids: [],
};

/**
 * Returns the row of an opened task; one that was also closed by the same decision is written once, already
 * complete.
 */
function openedRow(trace: RowChanges['opened'][number], { finished }: RowChanges) {
  const end = finished.find(({ number }) => number === trace.number);
  return { ...trace, handler_status: end ? 1 : 0, ...(end ?? unfinished) };
}
