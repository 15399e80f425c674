import { sql } from 'kysely';
import type { initiation } from '#contract/initiation.ts';
import type { SortName } from '#server/framework/lists/sort-name.ts';
import { likePattern } from '#server/kernel/database/like.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** The unfinished order that prevents a second one of its applicant and item. */
export interface UnfinishedOrderRow {
  id: string;
  code: string;
  title: string;
  status: number;
}

/**
 * Finds the unfinished order that prevents this certificate from starting the item; undefined if there is none. It
 * is the one in `unfinished_applications`; or, if the item allows repeated petitions of unfinished ones, the oldest
 * unfinished order: a repeated petition has no row there, and may still run when its original order has ended.
 */
export async function findBlockingOrder(
  db: Db,
  taskCode: string,
  certCodeDigest: string,
): Promise<UnfinishedOrderRow | undefined> {
  const { rows } = await sql<UnfinishedOrderRow>`
    (select 1 as rank, o.started_at, o.id, o.code, o.title, o.status
      from unfinished_applications u join work_orders o on o.id = u.workorder_id
      where u.task_code = ${taskCode} and u.cert_code_digest = ${certCodeDigest})
    union all
    (select 2, o.started_at, o.id, o.code, o.title, o.status
      from work_order_applicants a join work_orders o on o.id = a.workorder_id
      where a.cert_code_digest = ${certCodeDigest} and o.task_code = ${taskCode} and o.ended_at is null
        and (select (petition_fields->'original'->>'unfinished')::boolean
          from business_items where task_code = ${taskCode} and current))
    order by rank, started_at, id limit 1`.execute(db);
  return rows[0];
}

/** Finds the sealed numbers of an account. */
export async function findOwnNumbers(db: Db, staffId: string) {
  return await db
    .selectFrom('staff')
    .select(['id_card_sealed', 'mobile_sealed'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow();
}

const draftColumns = [
  'id',
  'task_code',
  'business_item_id',
  'item_name',
  'title',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;

const draftSources = { updatedAt: 'updated_at', createdAt: 'created_at' } as const satisfies Record<
  SortName<typeof initiation.draftList>,
  string
>;

export async function listDrafts(
  db: Db,
  filter: {
    staffId: string;
    keyword: string;
    deleted: boolean;
    sort: keyof typeof draftSources;
    order: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
) {
  const pattern = `%${likePattern(filter.keyword)}%`;
  const ownDrafts = db
    .selectFrom('drafts')
    .where('staff_id', '=', filter.staffId)
    .where('deleted_at', filter.deleted ? 'is not' : 'is', null)
    .where((row) => row.or([row('title', 'ilike', pattern), row('item_name', 'ilike', pattern)]));
  const rows = await ownDrafts
    .select([...draftColumns, 'content_sealed'])
    .orderBy(draftSources[filter.sort], filter.order)
    .orderBy('id', filter.order)
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  const { total } = await ownDrafts
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

export function findDraft(db: Db, staffId: string, id: string) {
  return db
    .selectFrom('drafts')
    .select([...draftColumns, 'content_sealed'])
    .where('id', '=', id)
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
}

export interface DraftWrite {
  id: string;
  staffId: string;
  taskCode: string;
  itemId: string;
  itemName: string;
  title: string;
  sealed: string;
  pageId: string | null;
  now: Date;
}

export async function insertDraft(tx: Tx, draft: DraftWrite): Promise<void> {
  await tx
    .insertInto('drafts')
    .values({
      id: draft.id,
      staff_id: draft.staffId,
      task_code: draft.taskCode,
      business_item_id: draft.itemId,
      item_name: draft.itemName,
      title: draft.title,
      content_sealed: draft.sealed,
      created_at: draft.now,
      updated_at: draft.now,
      saved_by_page: draft.pageId,
    })
    .execute();
}

/**
 * Updates the draft if it is the person's own and, with `over`, nothing newer: it was last saved at that time, or by
 * the same page. Returns the new time, which is later than the one before even if the clock has not moved on;
 * undefined if nothing was updated.
 */
export async function updateDraft(
  tx: Tx,
  draft: DraftWrite,
  over: string | undefined,
): Promise<Date | undefined> {
  const { rows } = await sql<{ updated_at: Date }>`
    update drafts set business_item_id = ${draft.itemId}, item_name = ${draft.itemName}, title = ${draft.title},
      content_sealed = ${draft.sealed}, saved_by_page = ${draft.pageId},
      updated_at = greatest(${draft.now}::timestamptz, updated_at + interval '1 millisecond')
    where id = ${draft.id} and staff_id = ${draft.staffId} and task_code = ${draft.taskCode} and deleted_at is null
      and ${over === undefined ? sql`true` : sql`(updated_at = ${over}::timestamptz or saved_by_page = ${draft.pageId})`}
    returning updated_at`.execute(tx);
  return rows[0]?.updated_at;
}

export interface DraftWithTitleFields {
  id: string;
  title: string;
  item_name: string;
  content_sealed: string;
  title_fields: string[];
  form_definition_ids: string[];
}

/** Lists drafts of items with this form, including deleted ones, a batch after the last one. */
export async function listDraftsWithTitleFields(
  db: Db,
  formCode: string,
  last: string | undefined,
  limit: number,
): Promise<DraftWithTitleFields[]> {
  const { rows } = await sql<DraftWithTitleFields>`
    select d.id, d.title, d.item_name, d.content_sealed, b.title_fields, b.form_definition_ids
    from drafts d join business_items b on b.id = d.business_item_id
    where cardinality(b.title_fields) > 0
      and exists (select from form_definitions f where f.code = ${formCode} and f.id = any(b.form_definition_ids))
      and ${last === undefined ? sql`true` : sql`d.id > ${last}::uuid`}
    order by d.id limit ${limit}`.execute(db);
  return rows;
}

/** Changes the title of a draft, if its content is still the one that was read. */
export async function updateDraftTitle(
  tx: Tx,
  { id, content_sealed }: Pick<DraftWithTitleFields, 'id' | 'content_sealed'>,
  title: string,
): Promise<void> {
  await tx
    .updateTable('drafts')
    .set({ title })
    .where('id', '=', id)
    .where('content_sealed', '=', content_sealed)
    .execute();
}

/** Marks own drafts as deleted (`at`), or restores them (null); returns which. */
export async function markDrafts(
  tx: Tx,
  staffId: string,
  ids: readonly string[],
  at: Date | null,
): Promise<string[]> {
  const rows = await tx
    .updateTable('drafts')
    .set({ deleted_at: at })
    .where('staff_id', '=', staffId)
    .where('id', 'in', [...ids])
    .where('deleted_at', at === null ? 'is not' : 'is', null)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes drafts that were marked as deleted before that time; the clean-up of files removes their files. */
export async function removeDeletedDrafts(tx: Tx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('drafts')
    .where('deleted_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
