import { sql } from 'kysely';
import { migrateJobs } from './framework/jobs/worker.ts';
import { connect, type Database } from './kernel/database/connect.ts';
import { findPending, migrate } from './kernel/database/migrate.ts';
import { grantPortalRole, roleOf } from './kernel/database/portal-role.ts';
import type { Db } from './kernel/database/transaction.ts';
import { StartupError } from './kernel/errors/startup-error.ts';

/**
 * Migrates the database to this version: with the owner's role if the operator configures one, which then
 * grants the portal's role its permissions; else with the portal's own role, or not at all if that role may
 * not change tables and no migration is pending. `check` may refuse before anything is changed; it uses the
 * same role, because the portal's may not yet read tables created without it.
 */
export async function prepareSchema(
  database: Database,
  ownerUrl: string | undefined,
  check: (db: Db) => Promise<unknown> = async () => undefined,
): Promise<void> {
  if (ownerUrl === undefined) {
    await check(database.db).catch((error: unknown) => {
      throw isWithoutRight(error) ? withoutRights(error) : error;
    });
    if (await mayMigrate(database.db)) {
      await migrate(database.db);
      await migrateJobs(database.pool);
    } else await refusePending(database.db);
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

/** Checks whether an error is PostgreSQL's "insufficient privilege". */
const isWithoutRight = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '42501';

const withoutRights = (cause: unknown) =>
  new StartupError(
    'DATABASE_URL 的角色没有读写门户各表的权限：请先用拥有表的角色执行 npm run migrate（设置 DATABASE_OWNER_URL），它会授权。',
    'The role of DATABASE_URL may not use the tables of the portal: first run npm run migrate with DATABASE_OWNER_URL, which grants the permissions.',
    { cause },
  );

/** Checks whether this role may create tables and change existing ones. */
async function mayMigrate(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege('public', 'create') and not exists (
      select from pg_class where oid = to_regclass('public.schema_migrations') and not pg_has_role(relowner, 'usage')
    ) as may`.execute(db);
  return rows[0]?.may ?? false;
}

async function refusePending(db: Db): Promise<void> {
  const pending = await findPending(db);
  if (pending.length === 0) return;
  const which = `${pending[0]}${pending.length > 1 ? ` … ${pending.at(-1)}` : ''}`;
  throw new StartupError(
    `数据库需要升级（${which}），而 DATABASE_URL 的角色不能建表：请先用拥有表的角色执行 npm run migrate（设置 DATABASE_OWNER_URL）。`,
    `The database must be upgraded (${which}), but the role of DATABASE_URL may not change tables: first run npm run migrate with DATABASE_OWNER_URL.`,
  );
}
