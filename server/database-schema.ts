import { connect, type Database } from './database/connect.ts';
import { migrate } from './database/migrate.ts';
import { grantPortalRole, roleOf } from './database/portal-role.ts';
import type { Db } from './database/transaction.ts';
import { migrateJobs } from './jobs/worker.ts';

/**
 * Brings the database to this version: by the owner's role where the operator gives one, which then grants the portal's
 * role what it needs; else by the portal's own. `check` may refuse before anything is changed; it asks by the same role,
 * since the portal's may not read yet what was made without it.
 */
export async function prepareSchema(
  database: Database,
  ownerUrl: string | undefined,
  check: (db: Db) => Promise<unknown> = async () => undefined,
): Promise<void> {
  if (ownerUrl === undefined) {
    await check(database.db);
    await migrate(database.db);
    await migrateJobs(database.pool);
    return;
  }
  const owner = await connect(ownerUrl, { max: 2 });
  try {
    await check(owner.db);
    await migrate(owner.db);
    await migrateJobs(owner.pool);
    await grantPortalRole(owner.db, await roleOf(database.db));
  } finally {
    await owner.close();
  }
}
