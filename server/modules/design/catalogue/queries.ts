import { sql } from 'kysely';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import type { ServiceType } from '#domain/enumerations/service-type.ts';
import type { PetitionFields } from '#domain/items/petition-fields.ts';
import type { Situation } from '#domain/items/situations.ts';
import type { Paper } from '#domain/materials/materials.ts';
import { findIdsByName } from '#server/kernel/database/find-by-name.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import { readPage } from '#server/kernel/database/read-page.ts';
import type { Db } from '#server/kernel/database/transaction.ts';

export interface ItemRecord {
  id: string;
  task_code: string;
  name: string;
  category_id: string;
  category_name: string;
  summary: string;
  guide: string;
  org_name: string;
  area_code: string;
  area_name: string;
  process_definition_id: string;
  /** Processes of all versions of the item: orders keep the one with which they began. */
  process_definition_ids: string[];
  form_definition_ids: string[];
  title_fields: string[];
  duplicate_check: boolean;
  own_matter: boolean;
  applicant_word: ApplicantTerm;
  serve_types: ServiceType[];
  petition_fields: PetitionFields | null;
}

const columns = sql`b.id, b.task_code, b.name, b.category_id, c.name as category_name, b.summary, b.guide,
  o.name as org_name, b.area_code,
  coalesce((select a.name from areas a where a.code = b.area_code order by a.level limit 1), '') as area_name, b.process_definition_id,
  array(select distinct v.process_definition_id from business_items v where v.task_code = b.task_code) as process_definition_ids,
  b.form_definition_ids, b.title_fields, b.duplicate_check, b.own_matter, b.applicant_word,
  b.serve_types, b.petition_fields`;
const tables = sql`business_items b join business_categories c on c.id = b.category_id
  join organisations o on o.id = b.org_id`;

export async function listItems(
  db: Db,
  filter: { name?: string; categoryId?: string; petitions: boolean; page: number; size: number },
): Promise<{ rows: ItemRecord[]; total: number }> {
  const name = filter.name ?? '';
  const pattern = `%${likePattern(name)}%`;
  const foundIds = name === '' ? [] : await findIdsByName(db, sql`business_items where current`, name);
  const from = sql`${tables} where b.current and (b.id = any(${foundIds}::text[]) or b.name ilike ${pattern} or b.summary ilike ${pattern})
    and (${!filter.petitions} or b.petition_fields is not null)
    and (${filter.categoryId ?? null}::text is null or b.category_id = ${filter.categoryId ?? null})`;
  return readPage<ItemRecord>(db, { columns, from, order: sql`c.sort_by, b.sort_by, b.id` }, filter);
}

/** Lists the published items by name, in the order of the catalogue. */
export async function listItemNames(db: Db): Promise<{ taskCode: string; name: string }[]> {
  const { rows } = await sql<{ taskCode: string; name: string }>`
    select b.task_code as "taskCode", b.name from ${tables} where b.current order by c.sort_by, b.sort_by, b.id`.execute(
    db,
  );
  return rows;
}

export async function findItem(db: Db, taskCode: string): Promise<ItemRecord | undefined> {
  const { rows } = await sql<ItemRecord>`
    select ${columns} from ${tables} where b.current and b.task_code = ${taskCode}`.execute(db);
  return rows[0];
}

/** An item with the additional data of its guide, which starting an order does not need. */
export interface ItemWithGuide extends ItemRecord {
  current: boolean;
  papers: Paper[];
  situations: Situation[];
}

/** An item in a call: its task code, which means the published version, or the id of a version. */
export type ItemReference = { taskCode: string } | { id: string };

/**
 * Returns the item. Old clients send either value in either field, so that the other meaning is tried if the
 * first finds none.
 */
export async function findItemWithGuide(db: Db, itemName: ItemReference): Promise<ItemWithGuide | undefined> {
  const [name, isExpected] =
    'id' in itemName
      ? [itemName.id, sql`b.id = ${itemName.id}`]
      : [itemName.taskCode, sql`b.id <> ${itemName.taskCode}`];
  const { rows } = await sql<ItemWithGuide>`
    select ${columns}, b.current, b.papers, b.situations from ${tables}
    where b.id = ${name} or (b.current and b.task_code = ${name}) order by (${isExpected}) desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** Checks whether an item has, or once had, this version. */
export async function isVersionOf(db: Db, taskCode: string, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    select from business_items where id = ${itemId} and task_code = ${taskCode}`.execute(db);
  return rows.length > 0;
}

export async function listCategories(db: Db) {
  const { rows } = await sql<{ id: string; name: string; count: number }>`
    select c.id, c.name, count(b.id)::int as count
    from business_categories c left join business_items b on b.category_id = c.id and b.current
    group by c.id, c.name, c.sort_by order by c.sort_by, c.id`.execute(db);
  return rows;
}

/** Lists the published items that have petitions. */
export async function listPetitionItems(
  db: Db,
): Promise<{ task_code: string; petition_fields: PetitionFields; form_definition_ids: string[] }[]> {
  const { rows } = await sql<{
    task_code: string;
    petition_fields: PetitionFields;
    form_definition_ids: string[];
  }>`select task_code, petition_fields, form_definition_ids from business_items
    where current and petition_fields is not null order by sort_by, id`.execute(db);
  return rows;
}
