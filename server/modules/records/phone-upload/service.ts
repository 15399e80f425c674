import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import * as queries from './queries.ts';

const dayMs = 86_400_000;

/**
 * Deletes codes that ended a day ago; the files received with them belong to their owners and are cleaned up
 * like others.
 */
export async function cleanUpPhoneUploads(context: Context): Promise<void> {
  const before = new Date(context.now().getTime() - dayMs);
  await inTransaction(context.db, (tx) => queries.deleteOldCodes(tx, before));
}
