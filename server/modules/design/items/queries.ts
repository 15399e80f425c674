import { type Selectable, sql } from 'kysely';
import { RecordSettings as StoredRecordSettings } from '#contract/record-settings.ts';
import type { ApplicantTerm } from '#domain/applicants/applicant-term.ts';
import type { ServiceType } from '#domain/enumerations/service-type.ts';
import type { ExtField } from '#domain/items/ext-fields.ts';
import type { PetitionFields } from '#domain/items/petition-fields.ts';
import type { Situation } from '#domain/items/situations.ts';
import type { TraceSource } from '#domain/items/trace-source.ts';
import type { Paper } from '#domain/materials/materials.ts';
import type { RecordSettings } from '#domain/records/record-settings.ts';
import type { ItemLightDays } from '#domain/supervision/light-days.ts';
import type { SupervisionSettings } from '#domain/supervision/settings.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';
import type { BusinessItemsTable } from '#server/kernel/database/work-order-tables.ts';

/** Returns the stored settings for side records; a part that an older version did not store has its default. */
export function readRecordSettings(stored: unknown): RecordSettings {
  return StoredRecordSettings.parse(stored);
}

/** All settings of a published version of an item. */
export interface StoredItem {
  taskCode: string;
  name: string;
  categoryId: string;
  summary: string;
  guide: string;
  orgId: string;
  areaCode: string;
  processDefinitionId: string;
  formDefinitionIds: string[];
  titleFields: string[];
  duplicateCheck: boolean;
  applicantWord: ApplicantTerm;
  serveTypes: ServiceType[];
  secondApproval: boolean;
  ownMatter: boolean;
  records: RecordSettings;
  extFields: readonly ExtField[];
  petitionFields: PetitionFields | null;
  traceSource: TraceSource | null;
  papers: readonly Paper[];
  situations: readonly Situation[];
  supervision: SupervisionSettings | null;
  sortBy: number;
}

export interface NewestItem {
  id: string;
  version: number;
  current: boolean;
  settings: StoredItem;
}

/** Finds the newest version of an item with its settings, whether or not it is published. */
export async function findNewestItem(db: Db, taskCode: string): Promise<NewestItem | undefined> {
  const row = await db
    .selectFrom('business_items')
    .selectAll()
    .where('task_code', '=', taskCode)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && newestOf(row);
}

/** Lists the newest version of every item. */
export async function listNewestItems(db: Db): Promise<NewestItem[]> {
  const rows = await db
    .selectFrom('business_items')
    .selectAll()
    .distinctOn('task_code')
    .orderBy('task_code')
    .orderBy('version', 'desc')
    .execute();
  return rows.map(newestOf);
}

function newestOf(row: Selectable<BusinessItemsTable>): NewestItem {
  const settings: StoredItem = {
    taskCode: row.task_code,
    name: row.name,
    categoryId: row.category_id,
    summary: row.summary,
    guide: row.guide,
    orgId: row.org_id,
    areaCode: row.area_code,
    processDefinitionId: row.process_definition_id,
    formDefinitionIds: row.form_definition_ids,
    titleFields: row.title_fields,
    duplicateCheck: row.duplicate_check,
    applicantWord: row.applicant_word,
    serveTypes: row.serve_types as ServiceType[],
    secondApproval: row.second_approval,
    ownMatter: row.own_matter,
    records: readRecordSettings(row.record_settings),
    extFields: row.ext_fields,
    petitionFields: row.petition_fields,
    traceSource: row.trace_source,
    papers: row.papers,
    situations: row.situations,
    supervision: row.supervision,
    sortBy: row.sort_by,
  };
  return { id: row.id, version: row.version, current: row.current, settings };
}

/** Disables an item. */
export async function disableItem(tx: Tx, taskCode: string): Promise<void> {
  await tx
    .updateTable('business_items')
    .set({ current: false })
    .where('task_code', '=', taskCode)
    .where('current', '=', true)
    .execute();
}

export async function insertItem(
  tx: Tx,
  item: StoredItem & { id: string; version: number; publishedAt: Date; lightDays: ItemLightDays | null },
): Promise<void> {
  await tx
    .insertInto('business_items')
    .values({
      id: item.id,
      task_code: item.taskCode,
      version: item.version,
      current: true,
      name: item.name,
      category_id: item.categoryId,
      summary: item.summary,
      guide: item.guide,
      org_id: item.orgId,
      area_code: item.areaCode,
      process_definition_id: item.processDefinitionId,
      form_definition_ids: item.formDefinitionIds,
      title_fields: item.titleFields,
      duplicate_check: item.duplicateCheck,
      applicant_word: item.applicantWord,
      serve_types: item.serveTypes,
      second_approval: item.secondApproval,
      own_matter: item.ownMatter,
      record_settings: JSON.stringify(item.records),
      ext_fields: JSON.stringify(item.extFields),
      petition_fields: item.petitionFields && JSON.stringify(item.petitionFields),
      trace_source: item.traceSource && JSON.stringify(item.traceSource),
      papers: JSON.stringify(item.papers),
      situations: JSON.stringify(item.situations),
      supervision: item.supervision && JSON.stringify(item.supervision),
      light_days: item.lightDays && JSON.stringify(item.lightDays),
      sort_by: item.sortBy,
      published_at: item.publishedAt,
    })
    .execute();
}

/**
 * Locks an item, so that it is published by one transaction at a time, and not during a spreadsheet import of
 * all items.
 */
export async function lockItem(tx: Tx, taskCode: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('items', 0))`.execute(tx);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`item:${taskCode}`}, 0))`.execute(tx);
}

/** Locks all items for a spreadsheet import. */
export async function lockItems(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('items', 0))`.execute(tx);
}

/** Lists every version of every item, or of one, with the names of its category, organisation and process; the
 * newest of each first. */
export function listItemVersions(db: Db, taskCode?: string) {
  return (
    db
      .selectFrom('business_items as b')
      .innerJoin('business_categories as c', 'c.id', 'b.category_id')
      .innerJoin('organisations as o', 'o.id', 'b.org_id')
      .innerJoin('process_definitions as p', 'p.id', 'b.process_definition_id')
      .select([
        'b.id',
        'b.task_code',
        'b.name',
        'b.version',
        'b.current',
        'b.form_definition_ids',
        'b.published_at',
      ])
      .select([
        'c.name as category_name',
        'o.name as org_name',
        'p.id as process_id',
        'p.key',
        'p.name as process_name',
      ])
      .$if(taskCode !== undefined, (query) => query.where('b.task_code', '=', taskCode ?? ''))
      // Versions may differ in category and order: the newest of an item decides its position in the list.
      .orderBy(valueOfNewest('c.sort_by'))
      .orderBy(valueOfNewest('b.sort_by'))
      .orderBy('b.task_code')
      .orderBy('b.version', 'desc')
      .execute()
  );
}

const valueOfNewest = (column: string) =>
  sql`first_value(${sql.ref(column)}) over (partition by b.task_code order by b.version desc)`;

/** Counts orders that have not ended, by the version of the item with which they were started. */
export async function countRunningOrders(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('work_orders')
    .select(({ fn }) => ['business_item_id as id', fn.countAll<string>().as('count')])
    .where('ended_at', 'is', null)
    .groupBy('business_item_id')
    .execute();
  return new Map(rows.map(({ id, count }) => [id, Number(count)]));
}

export async function listCategories(db: Db) {
  const { rows } = await sql<{ id: string; name: string; sortBy: number; items: number }>`
    select c.id, c.name, c.sort_by as "sortBy",
      (select count(distinct b.task_code) from business_items b where b.category_id = c.id)::int as items
    from business_categories c order by c.sort_by, c.id`.execute(db);
  return rows;
}

/** Locks a category until the transaction ends. */
export async function lockCategory(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('business_categories').select('id').where('id', '=', id).forUpdate().execute();
}

export async function saveCategory(
  tx: Tx,
  { id, name, sortBy }: { id: string; name: string; sortBy: number },
) {
  await tx
    .insertInto('business_categories')
    .values({ id, name, sort_by: sortBy })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, sort_by: sortBy }))
    .execute();
}

export async function removeCategory(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('business_categories').where('id', '=', id).execute();
}

/** Lists the names of the user groups whose applications contain the category. */
export async function listGroupsFor(db: Db, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from user_groups where ${id} = any(applications) order by sort_by, id`.execute(db);
  return rows.map(({ name }) => name);
}

export async function hasCategory(db: Db, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('business_categories')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns the region code of an organisation that may be responsible for an item; undefined for any other. */
export async function regionOfResponsibleOrganisation(db: Db, id: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('organisations')
    .select('area_code')
    .where('id', '=', id)
    .where('enabled', '=', true)
    .where('kind', '=', 'organisation')
    .executeTakeFirst();
  return found?.area_code;
}

/** Lists organisations that may be responsible for an item, with their region. */
export async function listResponsibleOrganisations(db: Db) {
  const { rows } = await sql<{ id: string; name: string; areaCode: string; areaName: string }>`
    with recursive tree as (
      select id, array[lpad(sort_by::text, 10, '0') || code] as place from organisations where parent_id is null
      union all
      select o.id, t.place || (lpad(o.sort_by::text, 10, '0') || o.code)
      from organisations o join tree t on t.id = o.parent_id
    )
    select o.id, o.name, o.area_code as "areaCode",
      coalesce((select a.name from areas a where a.code = o.area_code order by a.level limit 1), '') as "areaName"
    from organisations o join tree t on t.id = o.id where o.enabled and o.kind = 'organisation'
    order by t.place collate "C"`.execute(db);
  return rows;
}

/** Inserts categories; existing ones are unchanged. */
export async function insertCategories(tx: Tx, categories: readonly { id: string; name: string }[]) {
  await tx
    .insertInto('business_categories')
    .values(categories.map((category, index) => ({ ...category, sort_by: index + 1 })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
