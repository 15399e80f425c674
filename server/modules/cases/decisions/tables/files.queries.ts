import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Decision } from '../decision.ts';

/** Assigns the actor's uploads to the order. */
export function attachFiles({ fileIds, actor }: Decision): Fragment {
  return fragment`attached_files as (
  update files f set workorder_id = s.workorder_id::text
  from written_state s
  where f.id = any(${fileIds}) and f.owner_staff_id = ${actor.staffId} and f.workorder_id is null
  returning f.id
)`;
}

/** Cancels the whole decision if one of its files was assigned to another order meanwhile. */
export function requireAllFiles({ fileIds }: Decision): Fragment {
  return fragment`take_all_files((select count(*) from attached_files), ${fileIds.length})`;
}
