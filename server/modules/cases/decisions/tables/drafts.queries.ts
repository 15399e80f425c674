import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Decision, NewOrder } from '../decision.ts';

/** Deletes the draft from which the order was started. */
export function deleteUsedDraft({ actor }: Decision, { draftId }: NewOrder): Fragment {
  return fragment`used_draft as (
  delete from drafts d using written_state s where d.id = ${draftId} and d.staff_id = ${actor.staffId} and d.deleted_at is null
)`;
}
