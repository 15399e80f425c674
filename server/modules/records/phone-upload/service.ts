import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import * as queries from './queries.ts';

const dayMs = 86_400_000;

/** Codes that ended a day ago go; the files that came by them are their owners' own and are cleaned up as such. */
export async function cleanUpPhoneUploads(context: Context): Promise<void> {
  const before = new Date(context.now().getTime() - dayMs);
  await inTransaction(context.db, (tx) => queries.deleteOld(tx, before));
}
