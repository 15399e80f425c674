import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Decision } from '../decision.ts';

/** The actor's uploads that the order takes over. */
export function attachedFiles({ fileIds, actor }: Decision): Fragment {
  return fragment`attached_files as (
  update files f set workorder_id = s.workorder_id::text
  from written_state s
  where f.id = any(${fileIds}) and f.owner_staff_id = ${actor.staffId} and f.workorder_id is null
  returning f.id
)`;
}

/** Undoes the whole decision when a file that it names has gone to another order meanwhile. */
export function takeAllFiles({ fileIds }: Decision): Fragment {
  return fragment`take_all_files((select count(*) from attached_files), ${fileIds.length})`;
}
