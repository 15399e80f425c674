import { type Fragment, fragment } from '#server/kernel/database/fragment.ts';
import { rowsAsColumns } from '#server/kernel/database/rows-as-columns.ts';
import type { Decision, PetitionOfOrder } from '../decision.ts';

const judgementTypes = { result: 'text', newFacts: 'text' } as const;
const linkTypes = { id: 'text', kind: 'text', earlierId: 'text' } as const;

/** Inserts the judgement on the similar petitions of a new order; none if there was nothing to judge. */
export function insertJudgement({ at, actor }: Decision, { judgement }: PetitionOfOrder): Fragment {
  return fragment`new_judgement as (
  insert into petition_judgements (workorder_id, result, new_facts, judged_at, judged_by_name)
  select s.workorder_id, x.result, x.newFacts, ${at}, ${actor.name}
  from written_state s, ${rowsAsColumns(judgementTypes, judgement ? [judgement] : [])}
)`;
}

/**
 * Inserts the links of a new order to earlier ones. If another request has started the next stage of the earlier
 * order meanwhile, the key `petition_links_stage` is violated.
 */
export function insertFirstLinks({ at, actor }: Decision, { links }: PetitionOfOrder): Fragment {
  return fragment`new_links as (
  insert into petition_links (id, kind, later_id, earlier_id, note, made_at, made_by, made_by_name)
  select x.id::uuid, x.kind, s.workorder_id, x.earlierId::uuid, '', ${at}, ${actor.staffId}, ${actor.name}
  from written_state s, ${rowsAsColumns(linkTypes, links)}
)`;
}
