import { readCommand } from '#scripts/lib/options.mjs';
import { prepareSchema } from '#server/database-schema.ts';
import { printLine, run } from '#server/kernel/command-line.ts';
import { loadConfig } from '#server/kernel/config/config.ts';
import { findPending } from '#server/kernel/database/migrate.ts';
import { withDatabase } from '#server/kernel/database/with-database.ts';
import { ensureDataFolder, refuseUnfinishedRestore } from '#server/kernel/folders/data-folder.ts';
import { checkInstallation } from '#server/modules/operations/installation/service.ts';

/**
 * Runs `npm run migrate`: migrates the database to this version, without starting the portal; servers of the
 * version before may keep running. `npm run migrate -- --check` lists pending migrations and changes nothing;
 * exits with 1 if there are any. Uses the role of DATABASE_OWNER_URL if it is set, which then grants the
 * portal's role its permissions.
 */
async function main(): Promise<number> {
  const { check } = readCommand('migrate', process.argv.slice(2)).values;
  const config = loadConfig();
  await ensureDataFolder(config.dataDir);
  await refuseUnfinishedRestore(config.dataDir);
  const pending = await withDatabase(config, 'owner', async ({ db }) => {
    await checkInstallation(db, config);
    return await findPending(db);
  });
  for (const name of pending) printLine(`待执行  pending: ${name}`);
  if (check) {
    if (pending.length === 0) printLine('数据库已是这一版  The database is of this version');
    return pending.length > 0 ? 1 : 0;
  }
  await withDatabase(config, 'portal', async (database) => {
    await prepareSchema(database, config.databaseOwnerUrl, (db) => checkInstallation(db, config));
  });
  printLine(
    pending.length > 0
      ? `已执行 ${pending.length} 项升级  Applied ${pending.length} migrations`
      : '数据库已是这一版  The database is of this version',
  );
  return 0;
}

await run(main);
