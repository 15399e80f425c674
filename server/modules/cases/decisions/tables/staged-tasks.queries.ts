import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Decision } from '../decision.ts';

/** Deletes the drafts of all people at finished tasks; a task that waits for others is not finished. */
export function deleteTaskDrafts({ rowChanges }: Decision): Fragment {
  const finishedNumbers = rowChanges.finished.map(({ number }) => number);
  return fragment`dropped_staging as (
  delete from staged_tasks g using written_state s
  where g.workorder_id = s.workorder_id and g.number = any(${finishedNumbers}::int[])
)`;
}

/**
 * Stores the draft of a person who has asked others first, replaces the earlier one at the task, and keeps
 * its files.
 */
export function storeTaskDraft({ remainingDraft, actor, at }: Decision): Fragment {
  const { number = null, id = null, sealed = null, fileIds = [] } = remainingDraft ?? {};
  return fragment`emptied_staging as (
  delete from staged_tasks g using written_state s
  where g.workorder_id = s.workorder_id and g.number = ${number}::int and g.staff_id = ${actor.staffId}
    and ${sealed}::text is null
), kept_staging as (
  insert into staged_tasks (workorder_id, number, staff_id, id, content_sealed, staged_at)
  select s.workorder_id, ${number}::int, ${actor.staffId}, ${id}::uuid, ${sealed}::text, ${at}::timestamptz
  from written_state s where ${sealed}::text is not null
  on conflict (workorder_id, number, staff_id)
  do update set content_sealed = excluded.content_sealed, staged_at = excluded.staged_at
  returning id
), staged_files as (
  update files f set draft_id = case when f.id = any(${fileIds}::text[]) then k.id end
  from kept_staging k
  where f.owner_staff_id = ${actor.staffId} and f.workorder_id is null
    and (f.id = any(${fileIds}::text[]) or f.draft_id = k.id)
)`;
}
