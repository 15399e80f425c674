import { currentSchema } from '#domain/workflow/versions/stored-events.ts';
import { compressJson } from '#server/kernel/database/compressed-json.ts';
import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Decision } from '../decision.ts';

/** Inserts the events, from which the state can be computed. */
export function insertEvents({ state, action, actor, at, events }: Decision): Fragment {
  return fragment`new_events as (
  insert into work_order_events (workorder_id, version, action, actor_id, at, schema, events)
  select s.workorder_id, ${state.version}, ${action}, ${actor.staffId}, ${at}, ${currentSchema}, ${compressJson(events)}
  from written_state s
)`;
}

/** Queues the action for the job that sends its messages. */
export function insertOutboxEntry({ state, at, notice }: Decision): Fragment {
  return fragment`outbox_entry as (
  insert into work_order_outbox (workorder_id, version, created_at, notice)
  select s.workorder_id, ${state.version}, ${at}, ${notice && JSON.stringify(notice)}::jsonb from written_state s
)`;
}
