import { type Fragment, fragment } from '#server/database/fragment.ts';
import type { Decision } from '../decision.ts';

/** What was staged at tasks that are over is gone, whoever staged it. */
export function droppedStaging({ recording }: Decision): Fragment {
  return fragment`dropped_staging as (
  delete from staged_tasks g using written_state s
  where g.workorder_id = s.workorder_id and g.number = any(${recording.removedFromInbox}::int[])
)`;
}
