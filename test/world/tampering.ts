import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

class RolledBack extends Error {}

export type Tampering = RawBuilder<unknown> | ((tx: Tx) => Promise<unknown>);

/**
 * Returns the result of `inspect` after the owner of the database has changed rows without the portal; the
 * changes are undone at once.
 */
export async function afterTampering<Seen>(
  db: Db,
  changes: readonly Tampering[],
  inspect: (tx: Db) => Promise<Seen>,
): Promise<Seen | undefined> {
  let result: Seen | undefined;
  const attempt = db.transaction().execute(async (tx) => {
    await sql`alter table audit_links disable trigger all`.execute(tx);
    await sql`alter table audit_anchors disable trigger all`.execute(tx);
    for (const change of changes) {
      if (typeof change === 'function') await change(tx as unknown as Tx);
      else expect(Number((await change.execute(tx)).numAffectedRows)).toBeGreaterThan(0);
    }
    result = await inspect(tx);
    throw new RolledBack();
  });
  await expect(attempt).rejects.toThrow(RolledBack);
  return result;
}
