import type { Actor } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import { inTransaction, type Tx } from '#server/kernel/database/transaction.ts';
import { QueueFullError } from '#server/kernel/processes/child-pool.ts';
import { deleteUnattached, removeBytes, storeFile } from '#server/modules/records/files/service.ts';
import { isTraceOpen, lockTrace } from '../attachments/opinion-attachments.queries.ts';
import {
  listOwnPreparedDocuments,
  type PreparedDocumentRow,
  renameDocument,
} from './step-documents.queries.ts';

/** A confirmed document after sealing and signing: a new file, whose id replaces the old one. */
export interface FinishedDocument {
  replacesId: string;
  id: string;
}

interface FinishDocumentsCall {
  context: Context;
  actor: Actor;
  requestId: string;
}

/** Refuses a document of a completed step. */
const stepDoneRefusal = refuse('taskAlreadyHandled');

/**
 * Locks the orders of the confirmed documents until the transaction ends; refuses if one of their steps is no
 * longer open.
 */
export async function lockSteps(
  tx: Tx,
  rows: readonly Pick<PreparedDocumentRow, 'workorderId' | 'number'>[],
): Promise<typeof stepDoneRefusal | undefined> {
  const steps = new Map(rows.map((row) => [`${row.workorderId}.${row.number}`, row]));
  // Always in the same order, so that two confirmations for several orders do not deadlock.
  for (const key of [...steps.keys()].sort()) {
    const { workorderId, number } = steps.get(key) ?? { workorderId: '', number: 0 };
    const trace = await lockTrace(tx, workorderId, number);
    if (trace?.handler_status !== 0) return stepDoneRefusal;
  }
  return undefined;
}

/**
 * Seals and signs the documents that the person is about to confirm, before a transaction is open, because an
 * outside service may be slow. If one document cannot be sealed, all are refused and removed; a crash here
 * leaves a file that is attached to no order.
 */
export async function finishDocuments(
  call: FinishDocumentsCall,
  ids: readonly string[],
): Promise<FinishedDocument[] | Refusal<'documentNotSealed' | 'taskAlreadyHandled'>> {
  const { context, actor, requestId } = call;
  const finished: FinishedDocument[] = [];
  const rows = (await listOwnPreparedDocuments(context.db, actor.staffId, ids)).filter(
    ({ activatedAt }) => activatedAt === null,
  );
  for (const { workorderId, number } of rows)
    if (!(await isTraceOpen(context.db, workorderId, number))) return stepDoneRefusal;
  try {
    for (const row of rows) {
      const bytes = await context.documents.sealAndSign(
        await bytesOf(context, row.bytesId),
        row.seal,
        actor.staffId,
      );
      if (bytes === undefined) continue;
      const file = { name: row.fileName, contentType: 'application/pdf', bytes };
      finished.push({ replacesId: row.id, id: (await storeFile(context, actor, file, requestId)).id });
    }
    return finished;
  } catch (error) {
    await deleteFinishedDocuments(call, finished);
    if (error instanceof QueueFullError) throw error;
    context.log.error({ err: error, requestId }, 'A document could not be sealed');
    return refuse('documentNotSealed');
  }
}

/** Removes documents that were finished for a failed confirmation. */
export async function deleteFinishedDocuments(
  { context, actor }: FinishDocumentsCall,
  finished: readonly FinishedDocument[],
): Promise<void> {
  if (finished.length === 0) return;
  const ids = finished.map(({ id }) => id);
  const bytesIds = await inTransaction(context.db, (tx) => deleteUnattached(tx, context, actor.staffId, ids));
  await removeBytes(context, bytesIds);
}

/**
 * Replaces each previewed document by the finished one; the bytes of the preview are deleted after the
 * commit.
 */
export async function replacePreviews(
  tx: Tx,
  { context, actor }: FinishDocumentsCall,
  finished: readonly FinishedDocument[],
): Promise<string[]> {
  for (const { replacesId, id } of finished) await renameDocument(tx, replacesId, id);
  const before = finished.map(({ replacesId }) => replacesId);
  return before.length === 0 ? [] : deleteUnattached(tx, context, actor.staffId, before);
}

async function bytesOf({ files }: Pick<Context, 'files'>, id: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await files.read(id)) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
