import { type Insertable, sql } from 'kysely';
import type { OrderDocumentsTable } from '#server/kernel/database/document-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Selects documents that no action has used yet, with their files. */
function selectPreparedDocuments(db: Db | Tx) {
  return db
    .selectFrom('order_documents as d')
    .innerJoin('files as f', 'f.id', 'd.id')
    .select([
      'd.id',
      'd.workorder_id as workorderId',
      'd.code',
      'd.name',
      'd.made_of as factsDigest',
      'd.template_id as templateId',
      'd.docx_id as docxId',
      'd.document_number as documentNumber',
      'd.button_id as buttonId',
      'd.number',
      'd.activated_at as activatedAt',
      'd.seal',
      'd.looked_at_id as previewedId',
      sql<string>`coalesce(f.blob_id, f.id)`.as('bytesId'),
      'f.name as fileName',
      'f.sha256',
    ])
    .where('f.workorder_id', 'is', null)
    .orderBy('d.created_at')
    .orderBy('d.id');
}

export type PreparedDocumentRow = Awaited<ReturnType<typeof listPreparedDocuments>>[number];

/** Lists the documents that a person has prepared at a task, for one button or for all. */
export async function listPreparedDocuments(
  db: Db | Tx,
  task: { workorderId: string; number: number; staffId: string; buttonId?: string | undefined },
) {
  const { workorderId, number, staffId, buttonId } = task;
  const rows = selectPreparedDocuments(db)
    .where('d.workorder_id', '=', workorderId)
    .where('d.number', '=', number)
    .where('d.staff_id', '=', staffId);
  return await (buttonId === undefined ? rows : rows.where('d.button_id', '=', buttonId)).execute();
}

/**
 * Locks a person's documents at a task, which are made, confirmed and discarded by one transaction at a time.
 * If the order is locked too, it must be locked first; rows of documents and numbers are locked later.
 */
export async function lockOwnDocuments(
  tx: Tx,
  task: { workorderId: string; number: number; staffId: string },
): Promise<void> {
  const name = `documents:${task.workorderId}.${task.number}:${task.staffId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Locks the person's documents at the tasks of these documents, always in the same order. */
export async function lockOwnDocumentsOfTasks(
  tx: Tx,
  staffId: string,
  rows: readonly Pick<PreparedDocumentRow, 'workorderId' | 'number'>[],
): Promise<void> {
  const tasks = new Map(rows.map((row) => [`${row.workorderId}.${row.number}`, row]));
  for (const [, { workorderId, number }] of [...tasks].sort(([one], [other]) => (one < other ? -1 : 1)))
    await lockOwnDocuments(tx, { workorderId, number, staffId });
}

/** Locks those of these documents that the person has prepared, until the transaction ends. */
export async function lockPreparedDocuments(
  tx: Tx,
  staffId: string,
  ids: readonly string[],
): Promise<PreparedDocumentRow[]> {
  return await selectOwnPreparedDocuments(tx, staffId, ids).forUpdate().execute();
}

/** Lists those of these documents that the person has prepared. */
export async function listOwnPreparedDocuments(
  db: Db,
  staffId: string,
  ids: readonly string[],
): Promise<PreparedDocumentRow[]> {
  return await selectOwnPreparedDocuments(db, staffId, ids).execute();
}

/** Selects those of these documents that the person has prepared; a confirmed one also by the id of its preview. */
function selectOwnPreparedDocuments(db: Db | Tx, staffId: string, ids: readonly string[]) {
  return selectPreparedDocuments(db)
    .where('d.staff_id', '=', staffId)
    .where(({ eb, or }) => or([eb('d.id', 'in', [...ids]), eb('d.looked_at_id', 'in', [...ids])]));
}

/** Changes the id of the document to that of the finished file. */
export async function renameDocument(tx: Tx, id: string, to: string): Promise<void> {
  await tx.updateTable('order_documents').set({ id: to, looked_at_id: id }).where('id', '=', id).execute();
}

export async function insertDocuments(tx: Tx, rows: Insertable<OrderDocumentsTable>[]): Promise<void> {
  await tx.insertInto('order_documents').values(rows).execute();
}

export async function markActive(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable('order_documents')
    .set({ activated_at: at })
    .where('id', 'in', [...ids])
    .execute();
}
