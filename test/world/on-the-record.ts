import type { Context } from '#server/context/context.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { recordOwnChanges } from '#server/modules/audit/service.ts';

/** Changes rows that the record covers as an act does, so that a test which sets its office right is no tampering. */
export function onTheRecord(
  context: Pick<Context, 'db' | 'crypto' | 'now'>,
  work: (tx: Tx) => Promise<unknown>,
): Promise<void> {
  return inTransaction(context.db, async (tx) => {
    await work(tx);
    await recordOwnChanges(tx, context, {
      at: context.now(),
      staffId: null,
      staffName: '',
      action: 'test',
      objectKind: 'test',
      objectId: '',
      detail: {},
      requestId: 'test',
    });
  });
}
