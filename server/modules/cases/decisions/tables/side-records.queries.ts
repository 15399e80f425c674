import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import { rowsAsColumns } from '#server/kernel/database/rows-as-columns.ts';
import type { Decision } from '../decision.ts';

const recordTypes = {
  number: 'integer',
  kind: 'text',
  state: 'text',
  is_open: 'boolean',
  task_number: 'integer',
  opened_at: 'timestamptz',
  opened_by: 'text',
  changed_at: 'timestamptz',
  due_at: 'timestamptz',
  due_command: 'text',
  data: 'jsonb',
} as const;

/** Inserts the side records that the decision opened, and updates those that it changed. */
export function upsertSideRecords({ rowChanges }: Decision): Fragment {
  return fragment`changed_records as (
  insert into side_records (workorder_id, number, kind, state, is_open, task_number, opened_at, opened_by, changed_at,
    due_at, due_command, data)
  select s.workorder_id, x.number, x.kind, x.state, x.is_open, x.task_number, x.opened_at, x.opened_by, x.changed_at,
    x.due_at, x.due_command, x.data
  from written_state s, ${rowsAsColumns(recordTypes, rowChanges.sideRecords)}
  on conflict (workorder_id, number) do update set state = excluded.state, is_open = excluded.is_open,
    changed_at = excluded.changed_at, due_at = excluded.due_at, due_command = excluded.due_command, data = excluded.data
)`;
}

const movedTypes = {
  number: 'integer',
  candidate_names: 'text[]',
  due_at: 'timestamptz',
  due_provisional: 'boolean',
} as const;

/** Updates the due dates of open tasks whose clock a side record has stopped, resumed or extended. */
export function updateMovedTraces({ rowChanges }: Decision): Fragment {
  return fragment`moved_traces as (
  update traces t set candidate_names = x.candidate_names::text[], due_at = x.due_at, due_provisional = x.due_provisional
  from written_state s, ${rowsAsColumns(
    movedTypes,
    rowChanges.movedTraces.map(({ number, candidate_names, due_at, due_provisional }) => ({
      number,
      candidate_names,
      due_at,
      due_provisional,
    })),
  )}
  where t.workorder_id = s.workorder_id and t.number = x.number
)`;
}

/**
 * Updates the due dates of the to-do lists; the order's own limit replaces a missing task limit. It also sets the
 * status, because one statement updates a row only once.
 */
export function updateMovedInbox({ rowChanges, due }: Decision): Fragment {
  return fragment`moved_inbox as (
  update inbox i set due_at = coalesce(x.due_at, ${due.dueAt}), status = ${rowChanges.order.status}
  from written_state s, ${rowsAsColumns({ number: 'integer', due_at: 'timestamptz' }, rowChanges.movedInbox)}
  where i.workorder_id = s.workorder_id and i.number = x.number
)`;
}
