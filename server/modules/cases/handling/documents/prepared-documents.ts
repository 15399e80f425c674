import type { OrderDocument, PreparedDocument } from '#contract/documents.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { ConfiguredDocument } from '#server/adapters/gateways/documents/document-source.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { QueueFullError } from '#server/kernel/processes/child-pool.ts';
import {
  assignNumber,
  type CreatedDocument,
  type DocumentCall,
  lockReservedNumber,
  makeDocuments,
} from '#server/modules/cases/documents/service.ts';
import { deleteUnattached, removeBytes } from '#server/modules/records/files/service.ts';
import {
  insertDocuments,
  listPreparedDocuments,
  lockOwnDocuments,
  type PreparedDocumentRow,
} from './step-documents.queries.ts';

/** Documents that a person has prepared at a task: made for a preview, not part of the order. */

export interface OwnTask {
  workorderId: string;
  number: number;
  staffId: string;
  buttonId: string;
}

/** Number of attempts to make documents whose numbers were taken by others meanwhile, including the first. */
export const maxAttempts = 3;

/** Makes the documents, or returns a refusal; the reason is logged for the operator. */
export async function makeOrRefuse(
  call: DocumentCall,
  documents: readonly ConfiguredDocument[],
  source: Parameters<typeof makeDocuments>[2],
): Promise<CreatedDocument[] | Refusal<'documentNotMade'>> {
  try {
    return await makeDocuments(call, documents, source);
  } catch (error) {
    if (error instanceof QueueFullError) throw error;
    call.context.log.error({ err: error, requestId: call.requestId }, 'A document could not be created');
    return refuse('documentNotMade');
  }
}

/** Stores new documents as the prepared ones of a person's task; returns false if a number was lost meanwhile. */
export async function storePreparedDocuments(
  { context, actor }: DocumentCall,
  ownTask: OwnTask,
  createdDocuments: readonly CreatedDocument[],
  isReplaced: (row: PreparedDocumentRow) => boolean,
): Promise<boolean> {
  const { workorderId, number, staffId, buttonId } = ownTask;
  try {
    const bytesIds = await inTransaction(context.db, async (tx) => {
      // The later of two concurrent calls replaces the other's documents.
      await lockOwnDocuments(tx, ownTask);
      const before = await listPreparedDocuments(tx, { ...ownTask, buttonId: undefined });
      // The earlier documents are removed first, so that their numbers can be reused.
      const deletedIds = await deletePreparedDocuments(tx, context, actor, before.filter(isReplaced));
      for (const { reservedNumber } of createdDocuments)
        if (reservedNumber && !(await lockReservedNumber(tx, reservedNumber))) throw new LostNumberError();
      await insertDocuments(
        tx,
        createdDocuments.map(({ row }) => ({
          ...row,
          workorder_id: workorderId,
          number,
          button_id: buttonId,
          staff_id: staffId,
        })),
      );
      for (const { row, reservedNumber } of createdDocuments)
        if (reservedNumber) await assignNumber(tx, reservedNumber, row.id);
      return deletedIds;
    });
    await removeBytes(context, bytesIds);
    return true;
  } catch (error) {
    if (error instanceof LostNumberError) return false;
    throw error;
  }
}

/** Thrown if a reserved number was lost; it rolls back the transaction. */
class LostNumberError extends Error {}

/** Removes prepared documents, rows and files; the bytes are deleted after the commit. */
export function deletePreparedDocuments(
  tx: Tx,
  context: Context,
  { staffId }: Actor,
  rows: readonly PreparedDocumentRow[],
): Promise<string[]> {
  const ids = rows.flatMap(({ id, docxId }) => (docxId === null ? [id] : [id, docxId]));
  return deleteUnattached(tx, context, staffId, ids);
}

/**
 * Presents prepared documents; those that were just made include the characters that appear as empty boxes.
 */
export function presentPreparedDocuments(
  rows: readonly PreparedDocumentRow[],
  createdDocuments: readonly CreatedDocument[],
): PreparedDocument[] {
  return rows.map((row) => {
    const { missingLetters = [] } = createdDocuments.find((one) => one.row.id === row.id) ?? {};
    return { ...presentDocument(row), missingLetters: [...missingLetters] };
  });
}

export function presentDocument(row: PreparedDocumentRow): OrderDocument {
  const { id, previewedId, name, fileName, activatedAt, docxId, documentNumber } = row;
  return {
    id,
    name,
    docName: fileName,
    docId: previewedId ?? id,
    attachmentUrl: `/file/files/${id}`,
    attachmentDocxUrl: docxId === null ? '' : `/file/files/${docxId}`,
    documentNumber,
    isActive: activatedAt === null ? 0 : 1,
  };
}
