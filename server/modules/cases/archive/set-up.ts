import type { RetentionPeriod } from '#domain/archive/archive-record.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { saveFonds, saveItem } from './settings.queries.ts';

/** Writes the initial archive settings of an office. */
export async function setUpArchive(
  tx: Tx,
  {
    fonds,
    items,
  }: {
    fonds: readonly { orgId: string; code: string; name: string }[];
    items: readonly { taskCode: string; period: RetentionPeriod; department: string }[];
  },
): Promise<void> {
  for (const row of fonds) await saveFonds(tx, row);
  for (const row of items) await saveItem(tx, row);
}
