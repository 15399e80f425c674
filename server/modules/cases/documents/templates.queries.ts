import { sql } from 'kysely';
import type { ItemDocument } from '#domain/documents/item-document.ts';
import type { TemplateState } from '#server/kernel/database/document-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

const columns = [
  'id',
  'task_code as taskCode',
  'code',
  'version',
  'state',
  'content',
  'saved_at as savedAt',
  'saved_by as savedBy',
  'published_at as publishedAt',
  'published_by as publishedBy',
] as const;

const templates = (db: Db | Tx) => db.selectFrom('document_templates').select(columns);

export type TemplateRow = NonNullable<Awaited<ReturnType<typeof findTemplate>>>;

export async function findTemplate(db: Db | Tx, id: string) {
  return await templates(db).where('id', '=', id).executeTakeFirst();
}

/** Lists all published versions. */
export async function listPublished(db: Db): Promise<TemplateRow[]> {
  return await templates(db).where('state', '=', 'published').orderBy('task_code').orderBy('code').execute();
}

/** Lists the newest version of each document that was published and whose versions are all disabled. */
export async function listDisabledTemplates(db: Db): Promise<TemplateRow[]> {
  return await templates(db)
    .distinctOn(['task_code', 'code'])
    .where('state', '=', 'withdrawn')
    .where('published_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_templates as other')
            .select('other.id')
            .whereRef('other.task_code', '=', 'document_templates.task_code')
            .whereRef('other.code', '=', 'document_templates.code')
            .where('other.state', '=', 'published'),
        ),
      ),
    )
    .orderBy('task_code')
    .orderBy('code')
    .orderBy('version', 'desc')
    .execute();
}

/** Finds the version number of a document that is in force. */
export async function findPublishedVersion(
  db: Db,
  taskCode: string,
  code: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('document_templates')
    .select('version')
    .where('task_code', '=', taskCode)
    .where('code', '=', code)
    .where('state', '=', 'published')
    .executeTakeFirst();
  return row?.version;
}

/** Returns the number of an item's other documents that have a version in force. */
export async function countOtherPublished(db: Db | Tx, taskCode: string, code: string): Promise<number> {
  const { others } = await db
    .selectFrom('document_templates')
    .select((row) => row.fn.countAll<number>().as('others'))
    .where('task_code', '=', taskCode)
    .where('code', '<>', code)
    .where('state', '=', 'published')
    .executeTakeFirstOrThrow();
  return others;
}

/** Lists the versions of an item's documents, or of one of them, newest first. */
export async function listVersions(
  db: Db | Tx,
  { taskCode, code }: { taskCode?: string | undefined; code?: string | undefined },
): Promise<TemplateRow[]> {
  let rows = templates(db);
  if (taskCode !== undefined) rows = rows.where('task_code', '=', taskCode);
  if (code !== undefined) rows = rows.where('code', '=', code);
  return await rows.orderBy('task_code').orderBy('code').orderBy('version', 'desc').execute();
}

/** Locks a document, so that it is saved and published by one transaction at a time. */
export async function lockTemplate(tx: Tx, taskCode: string, code: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`document:${taskCode}/${code}`}, 0))`.execute(tx);
}

export async function insertTemplate(
  tx: Tx,
  row: {
    taskCode: string;
    version: number;
    state: TemplateState;
    document: ItemDocument;
    savedAt: Date;
    savedBy: string;
  },
): Promise<TemplateRow> {
  const { taskCode, version, state, document, savedAt, savedBy } = row;
  const { code } = document.template;
  return await tx
    .insertInto('document_templates')
    .values({
      id: `${taskCode}/${code}:${version}`,
      task_code: taskCode,
      code,
      version,
      state,
      content: JSON.stringify(document),
      saved_at: savedAt,
      saved_by: savedBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function overwriteDraft(
  tx: Tx,
  id: string,
  { document, savedAt, savedBy }: { document: ItemDocument; savedAt: Date; savedBy: string },
): Promise<TemplateRow> {
  return await tx
    .updateTable('document_templates')
    .set({ content: JSON.stringify(document), saved_at: savedAt, saved_by: savedBy })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Marks the version as the one in force; the former one stays for documents made with it. */
export async function markPublished(
  tx: Tx,
  { id, taskCode, code }: Pick<TemplateRow, 'id' | 'taskCode' | 'code'>,
  by: { at: Date; name: string },
): Promise<TemplateRow> {
  await tx
    .updateTable('document_templates')
    .set({ state: 'replaced' })
    .where('task_code', '=', taskCode)
    .where('code', '=', code)
    .where('state', '=', 'published')
    .execute();
  return await tx
    .updateTable('document_templates')
    .set({ state: 'published', published_at: by.at, published_by: by.name })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function markDisabled(tx: Tx, id: string): Promise<TemplateRow> {
  return await tx
    .updateTable('document_templates')
    .set({ state: 'withdrawn' })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}
