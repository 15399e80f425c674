import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

/** A person as shown in lists of handlers and readers. */
export interface PersonWithPosts {
  staffId: string;
  name: string;
  orgName: string;
  /** Names of the posts, separated by 、. */
  positionNames: string;
}

export async function listPeople(db: Db, staffIds: readonly string[]): Promise<PersonWithPosts[]> {
  if (staffIds.length === 0) return [];
  const { rows } = await fragment<PersonWithPosts>`
    select s.id as "staffId", s.name, coalesce(o.name, '') as "orgName",
      coalesce((select string_agg(p.name, '、' order by p.sort_by, p.id) from staff_positions m
        join positions p on p.id = m.position_id where m.staff_id = s.id), '') as "positionNames"
    from staff s left join organisations o on o.id = s.org_id
    where s.id = any(${[...staffIds]}::text[]) order by s.name, s.id`.execute(db);
  return rows;
}
