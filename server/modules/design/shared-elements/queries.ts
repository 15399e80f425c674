import { sql } from 'kysely';
import type { FormModel } from '#domain/forms/model.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

const selectElements = (db: Db) =>
  db
    .selectFrom('shared_elements as e')
    .innerJoin('files as f', 'f.id', 'e.file_id')
    .select([
      'e.code',
      'e.name',
      'e.remark',
      'e.updated_at as updatedAt',
      'e.updated_by as updatedBy',
      'f.id as fileId',
      'f.name as fileName',
      'f.size as fileSize',
      'f.sha256',
      sql<string>`coalesce(f.blob_id, f.id)`.as('bytesId'),
    ]);

/** Lists all shared elements with their files, by code. */
export async function listElements(db: Db) {
  return await selectElements(db).orderBy('e.code').execute();
}

export type ElementRow = Awaited<ReturnType<typeof listElements>>[number];

/** Lists the shared elements with these codes. */
export async function listElementsByCode(db: Db, codes: readonly string[]) {
  return await selectElements(db)
    .where(sql<boolean>`e.code = any(${[...codes]}::text[])`)
    .execute();
}

export async function findElement(db: Db, code: string) {
  return await selectElements(db).where('e.code', '=', code).executeTakeFirst();
}

/** Locks all shared elements for a change. */
export async function lockElements(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('shared-elements', 0))`.execute(tx);
}

/** Keeps all shared elements as they are until the transaction ends; several publications may do so at once. */
export async function keepElements(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('shared-elements', 0))`.execute(tx);
}

/** Inserts an element, or replaces the one with this code. */
export async function upsertElement(
  tx: Tx,
  element: { code: string; name: string; remark: string; fileId: string; updatedAt: Date; updatedBy: string },
): Promise<void> {
  const { code, name, remark, fileId, updatedAt, updatedBy } = element;
  const values = { name, remark, file_id: fileId, updated_at: updatedAt, updated_by: updatedBy };
  await tx
    .insertInto('shared_elements')
    .values({ code, ...values })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(values))
    .execute();
}

export async function deleteElement(tx: Tx, code: string): Promise<void> {
  await tx.deleteFrom('shared_elements').where('code', '=', code).execute();
}

/**
 * Lists the forms in use whose fields carry codes of shared elements: the newest version of each form, and the
 * versions with which orders of the published items start.
 */
export async function listFormsWithElements(db: Db): Promise<FormModel[]> {
  const { rows } = await sql<{ model: FormModel }>`
    select model from form_definitions f
    where (version = (select max(version) from form_definitions n where n.code = f.code)
        or id in (select unnest(form_definition_ids) from business_items where current))
      and model::text like '%"x-element-code"%'
    order by code, version desc`.execute(db);
  return rows.map(({ model }) => model);
}
