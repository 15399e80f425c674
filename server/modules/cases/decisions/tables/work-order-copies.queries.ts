import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import type { Decision } from '../decision.ts';

/** Inserts the people who may read the order from now on, with the number of the copy's row in the trace. */
export function insertCopies({ rowChanges: { copiedTo }, recordNumber, at, actor }: Decision): Fragment {
  return fragment`new_copies as (
  insert into work_order_copies (workorder_id, number, key, copied_at, sent_by)
  select s.workorder_id, ${recordNumber}, x.key, ${at}, ${actor.staffId}
  from written_state s, unnest(${[...copiedTo]}::text[]) as x(key)
)`;
}
