import { type RawBuilder, sql } from 'kysely';
import type { CodeList } from '#server/framework/lists/importable-sheet.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface CodeRow {
  code: string;
  name: string;
}

/** Queries for the rows of each list, in the order of the screens; the name of a window includes its hall. */
const rowsOf: Readonly<Record<CodeList, RawBuilder<unknown>>> = {
  organisations: sql`select id as code, name from organisations
    where kind = 'organisation' and enabled order by sort_by, id`,
  departments: sql`select d.id as code, concat_ws(' ', p.name, d.name) as name
    from organisations d left join organisations p on p.id = d.parent_id
    where d.kind = 'department' and d.enabled order by p.sort_by, p.id, d.sort_by, d.id`,
  positions: sql`select id as code, name from positions order by sort_by, id`,
  groups: sql`select id as code, name from user_groups order by sort_by, id`,
  windows: sql`select w.id as code, concat_ws(' ', h.name, w.name) as name
    from windows w join halls h on h.id = w.hall_id order by h.sort_by, h.id, w.sort_by, w.id`,
  halls: sql`select id as code, name from halls order by sort_by, id`,
  applications: sql`select id as code, name from business_categories order by sort_by, id`,
};

/** Lists codes with their names, at most the given number. */
export async function listCodes(db: Db, list: CodeList, limit: number): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`${rowsOf[list]} limit ${limit}`.execute(db);
  return rows;
}
