import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { appendAudit } from '#server/modules/access/audit/service.ts';
import { removeBytes } from '#server/modules/records/files/service.ts';
import * as queries from './destructions.queries.ts';

/** Job that deletes the bytes of packages whose destruction was approved (docs/decisions/0162). */

const batch = 100;

/**
 * Deletes them one after the other. Each deletion is recorded after it is done: a crash in between, or an
 * unavailable store, leaves it for the next run. A list is done when all its bytes are deleted.
 */
export async function destroyPackages(context: Context): Promise<void> {
  for (;;) {
    const going = await queries.listGoing(context.db, batch);
    let isHeld = false;
    for (const bytesId of going) {
      if (await removeBytes(context, [bytesId])) await queries.recordDeletedBytes(context.db, bytesId);
      // A backup is reading: packages without a key cannot be opened meanwhile.
      else isHeld = true;
    }
    if (isHeld || going.length < batch) break;
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
