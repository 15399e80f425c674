import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

class RolledBack extends Error {}

export type Tampering = RawBuilder<unknown> | ((tx: Tx) => Promise<unknown>);

/**
 * Returns the result of `look` after the owner of the database has changed rows without the portal; the
 * changes are undone at once.
 */
export async function afterTampering<Seen>(
  db: Db,
  changes: readonly Tampering[],
  layout: (tx: Db) => Promise<Seen>,
): Promise<Seen | undefined> {
  let seen: Seen | undefined;
  const attempt = db.transaction().execute(async (tx) => {
    await sql`alter table audit_links disable trigger all`.execute(tx);
    await sql`alter table audit_anchors disable trigger all`.execute(tx);
    for (const change of changes) {
      if (typeof change === 'function') await change(tx as unknown as Tx);
      else expect(Number((await change.execute(tx)).numAffectedRows)).toBeGreaterThan(0);
    }
    seen = await layout(tx);
    throw new RolledBack();
  });
  await expect(attempt).rejects.toThrow(RolledBack);
  return seen;
}
