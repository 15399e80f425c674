import type { Actor } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/context/context.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { dropUnattached, removeBytes, storeFile } from '#server/modules/files/service.ts';
import { listOwnPrepared, renameDocument } from './step-documents.queries.ts';

/** A confirmed document, sealed and signed: another file, whose id it goes on under. */
export interface FinishedDocument {
  of: string;
  id: string;
}

interface FinishingCall {
  context: Context;
  actor: Actor;
  requestId: string;
}

/**
 * Seals and signs what its person is about to confirm, before any transaction is open: an outside service may take its
 * time. What cannot be had refuses all of it and leaves nothing behind; a process that dies here leaves a file that nobody
 * has taken.
 */
export async function finishDocuments(
  call: FinishingCall,
  ids: readonly string[],
): Promise<FinishedDocument[] | Refusal<'documentNotSealed'>> {
  const { context, actor, requestId } = call;
  const finished: FinishedDocument[] = [];
  try {
    for (const row of await listOwnPrepared(context.db, actor.staffId, ids)) {
      if (row.activatedAt !== null) continue;
      const bytes = await context.documents.finish(await bytesOf(context, row.bytesId), row.seal);
      if (bytes === undefined) continue;
      const file = { name: row.fileName, contentType: 'application/pdf', bytes };
      finished.push({ of: row.id, id: (await storeFile(context, actor, file, requestId)).id });
    }
    return finished;
  } catch (error) {
    context.log.error({ err: error, requestId }, 'A document could not be sealed');
    await dropFinished(call, finished);
    return refuse('documentNotSealed');
  }
}

/** Throws away what was finished for a confirmation that came to nothing. */
export async function dropFinished(
  { context, actor }: FinishingCall,
  finished: readonly FinishedDocument[],
): Promise<void> {
  if (finished.length === 0) return;
  const ids = finished.map(({ id }) => id);
  const dropped = await inTransaction(context.db, (tx) => dropUnattached(tx, context, actor.staffId, ids));
  await removeBytes(context, dropped);
}

/** Puts each finished document in the place of what was looked at, whose bytes go after the commit. */
export async function putFinished(
  tx: Tx,
  { context, actor }: FinishingCall,
  finished: readonly FinishedDocument[],
): Promise<string[]> {
  for (const { of, id } of finished) await renameDocument(tx, of, id);
  const before = finished.map(({ of }) => of);
  return before.length === 0 ? [] : dropUnattached(tx, context, actor.staffId, before);
}

async function bytesOf({ files }: Pick<Context, 'files'>, id: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await files.read(id)) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
