import type { Config } from '#server/kernel/config/config.ts';
import { keyFolder } from '#server/kernel/crypto/key-files.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { checkKeys } from './check-keys.ts';
import { findInstallation, readLocale, type StoredInstallation } from './queries.ts';

export type StartConfig = Pick<Config, 'mode' | 'isModeGiven' | 'databaseUrl' | 'dataDir'>;

/**
 * Refuses a database that does not fit this start, before anything is written to it: of the other mode, with
 * other keys, or an empty one without a declared purpose (docs/decisions/0167).
 */
export async function checkInstallation(db: Db, config: StartConfig): Promise<StoredInstallation> {
  const installation = await findInstallation(db);
  checkMode(installation, config);
  // The database of an existing office is accepted, because its locale can no longer be changed.
  if (installation.mode === undefined && config.databaseUrl !== undefined) checkLocale(await readLocale(db));
  checkKeys(keyFolder(config), installation);
  return installation;
}

/**
 * Checks the locale: Chinese text needs UTF-8, and searching for it needs a character type that includes it.
 */
function checkLocale({ encoding, ctype }: Awaited<ReturnType<typeof readLocale>>): void {
  if (encoding === 'UTF8' && !['C', 'POSIX'].includes(ctype)) return;
  const create =
    "create database … encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8' template template0";
  throw new StartupError(
    `数据库的字符集是 ${encoding}，LC_CTYPE 是 ${ctype}：不能保存或查找中文。请重建数据库：${create}`,
    `The database has encoding ${encoding} and LC_CTYPE ${ctype}, with which Chinese texts cannot be stored or found correctly: ${create}`,
  );
}

/** Refuses a start in the wrong mode; returns without an error otherwise. */
function checkMode({ mode }: StoredInstallation, config: StartConfig): void {
  if (mode === undefined && config.databaseUrl !== undefined && !config.isModeGiven)
    throw unknownPurposeError;
  if (mode === undefined || mode === config.mode) return;
  throw mode === 'demo' ? demoDatabaseError : productionDatabaseError;
}

const unknownPurposeError = new StartupError(
  'DATABASE_URL 指定的数据库是空的，还没有说明用途。正式运行请设置 PORTAL_MODE=production 和 PORTAL_ORIGIN；要写入演示人员和演示办件，请设置 PORTAL_MODE=demo。',
  'The database of DATABASE_URL is empty, and nothing says what it is for: set PORTAL_MODE=production and PORTAL_ORIGIN for an office, or PORTAL_MODE=demo to fill it with the people and matters of the demo.',
);

/** The passwords of the demo's people are public; a real office must not start with them. */
const demoDatabaseError = new StartupError(
  '此数据库是演示数据，演示账号的密码是公开的，不能用于正式运行。请为正式环境另建数据库（DATABASE_URL 或 DATA_DIR）；要看演示，请去掉 PORTAL_MODE=production。',
  'This database contains the demo, whose passwords are public: use a separate database for production (DATABASE_URL or DATA_DIR), or remove PORTAL_MODE=production to run the demo.',
);

const productionDatabaseError = new StartupError(
  '此数据库是正式环境的，不能以演示模式启动，否则会写入密码公开的演示人员。请设置 PORTAL_MODE=production；要看演示，请另用一个数据库（DATABASE_URL 或 DATA_DIR）。',
  'This database belongs to an office, and a start in demo mode would add people whose password is public: set PORTAL_MODE=production, or use a separate database for the demo (DATABASE_URL or DATA_DIR).',
);
