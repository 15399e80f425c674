import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import { rowsAsColumns } from '#server/kernel/database/rows-as-columns.ts';
import type { Decision } from '../decision.ts';

/** Inserts limits that have started. */
export function insertPanelLimits({ rowChanges }: Decision): Fragment {
  return fragment`begun_limits as (
  insert into panel_limits (workorder_id, panel_id, due_at)
  select s.workorder_id, x.panel_id, x.due_at
  from written_state s, ${rowsAsColumns({ panel_id: 'integer', due_at: 'timestamptz' }, rowChanges.startedLimits)}
)`;
}

/** Removes the limits of panels that no person waits for any more. */
export function deletePanelLimits({ rowChanges }: Decision): Fragment {
  return fragment`ended_limits as (
  delete from panel_limits l using written_state s
  where l.workorder_id = s.workorder_id and l.panel_id = any(${rowChanges.endedLimits})
)`;
}
