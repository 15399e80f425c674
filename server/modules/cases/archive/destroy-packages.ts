import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { removeBytes } from '#server/modules/records/files/service.ts';
import * as queries from './destructions.queries.ts';

/** Job that deletes the bytes of packages whose destruction was approved (docs/decisions/0162). */

const batchSize = 100;

/**
 * Deletes the bytes of destroyed packages one after the other. Each deletion is recorded after it is done:
 * a crash in between, or an unavailable store, leaves it for the next run. A list is done when all its bytes
 * are deleted.
 */
export async function destroyPackages(context: Context): Promise<void> {
  for (;;) {
    const bytesIds = await queries.listUndeletedBytes(context.db, batchSize);
    let isBlocked = false;
    for (const bytesId of bytesIds) {
      if (await removeBytes(context, [bytesId])) await queries.recordDeletedBytes(context.db, bytesId);
      // A backup is running, so the bytes stay; without a key the packages cannot be opened.
      else isBlocked = true;
    }
    if (isBlocked || bytesIds.length < batchSize) break;
  }
  await inTransaction(context.db, async (tx) => {
    for (const { id, number, entries } of await queries.finishDestructions(tx, context.now())) {
      await appendAudit(tx, context, {
        chain: 'archive',
        actor: undefined,
        action: 'archive.destroyed',
        objectKind: 'archive-destruction',
        objectId: id,
        detail: { number, entries },
        requestId: context.newId(),
      });
    }
  });
}
