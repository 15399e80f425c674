import type { Config } from '#server/kernel/config/config.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { findEmbedded } from '#server/kernel/database/embedded/supervisor.ts';
import { roleOf } from '#server/kernel/database/portal-role.ts';
import { type Db, inSnapshot } from '#server/kernel/database/transaction.ts';
import { type DatabaseSubject, databaseChecks } from './database-checks.ts';
import { type DoctorFinding, findingsOf, runCheck } from './finding.ts';

/** Runs all checks of the database if it can be reached; `isReadable(names)` is false if one of these settings is invalid. */
export async function checkDatabase(
  config: Config,
  now: Date,
  areSettingsValid: (...settings: string[]) => boolean,
): Promise<DoctorFinding[]> {
  const { ok, warning } = findingsOf('database');
  const embedded =
    config.databaseUrl === undefined ? await findEmbedded(config.dataDir) : { url: config.databaseUrl };
  if (embedded === 'none')
    return [
      ok('尚无自带数据库，首次启动时建立', 'There is no embedded database yet: the first start makes one'),
    ];
  if (embedded === 'inOtherContainer')
    return [
      warning(
        '自带数据库在另一个容器里运行，与数据库有关的各项没有检查：请在那个容器里执行本命令。',
        'The embedded database runs in another container, and nothing about it was checked: run the doctor in that one.',
      ),
    ];
  if (embedded === 'stopped')
    return [
      warning(
        '自带数据库没有运行，与数据库有关的各项没有检查：请启动门户后再检查一次。',
        'The embedded database does not run, and nothing about it was checked: start the portal and check again.',
      ),
    ];
  // Reads the name of the portal's own role, because its permissions are checked even if the owner's role
  // runs the queries.
  const role = config.databaseOwnerUrl === undefined ? undefined : await readRole(embedded.url);
  // Reads with the owner's role if there is one: before the first start the portal's role may have no
  // permissions yet.
  const database = await connectOnce(config.databaseOwnerUrl ?? embedded.url);
  try {
    return await runDatabaseChecks(database.db, { config, now, role, isRunning: false }, areSettingsValid);
  } finally {
    await database.close();
  }
}

/**
 * Runs each check in its own transaction: after a failed statement, a transaction accepts no further statements.
 */
async function runDatabaseChecks(
  db: Db,
  subject: DatabaseSubject,
  areSettingsValid: (...settings: string[]) => boolean,
): Promise<DoctorFinding[]> {
  const [server, ...others] = databaseChecks;
  const findings = await inSnapshot(db, (tx) => server.run(tx, subject));
  for (const { name, requiredSettings = [], run } of others) {
    if (areSettingsValid(...requiredSettings))
      findings.push(...(await runCheck(name, () => inSnapshot(db, (tx) => run(tx, subject)))));
  }
  return findings;
}

async function readRole(url: string): Promise<string> {
  const database = await connectOnce(url);
  try {
    return await roleOf(database.db);
  } finally {
    await database.close();
  }
}

const connectOnce = (url: string) => connect(url, { max: 1, connectTimeoutMs: 0 });
