import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileStore } from '#server/adapters/files/create-file-store.ts';
import { migrateJobs } from '#server/framework/jobs/worker.ts';
import type { Config } from '#server/kernel/config/config.ts';
import { type Crypto, createCrypto } from '#server/kernel/crypto/crypto.ts';
import { keyFolder, readKeyFile } from '#server/kernel/crypto/key-files.ts';
import { connect, type Database } from '#server/kernel/database/connect.ts';
import type { HeartbeatTimes } from '#server/kernel/database/heartbeat.ts';
import { checkKnownMigrations, migrate } from '#server/kernel/database/migrate.ts';
import { grantPortalRole, roleOf } from '#server/kernel/database/portal-role.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { withDatabase } from '#server/kernel/database/with-database.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { ensureDataFolder, unfinishedRestore } from '#server/kernel/folders/data-folder.ts';
import { readDiskSpace } from '#server/kernel/folders/free-space.ts';
import { bindAuditFolder, checkAuditFolder } from '#server/kernel/folders/own-folders.ts';
import { createLog } from '#server/kernel/log/log.ts';
import {
  type AuditReport,
  anchorLogPath,
  appendAudit,
  genesisPath,
  ownEvidence,
  verifyAudit,
} from '#server/modules/access/audit/service.ts';
import { verifyPackages } from '#server/modules/cases/archive/service.ts';
import {
  installationMarkOf,
  openInstallation,
  refuseForeignFiles,
} from '#server/modules/operations/installation/service.ts';
import { endAllSessions, markMessagesUnknown } from './after-restore.queries.ts';
import { type BackupCipher, decryptionOf, keyedName, plain } from './backup-cipher.ts';
import { checkDecryption, checkSignature, findProblems } from './check-backup.ts';
import type { BackupFolder } from './folder.ts';
import { checkKeysOf, copyKeys, isEmptyFolder } from './key-copies.ts';
import { checkCounts, ensureEmpty, loadDatabase } from './load-database.ts';
import type { Manifest } from './manifest.ts';
import { restoreFiles } from './restore-files.ts';

export interface RestoreOptions {
  keys: string | undefined;
  /** File of an identity that decrypts an encrypted backup. */
  identity?: string;
  /** True if messages that were not yet sent at the time of the backup are sent. */
  sendMessages: boolean;
  /** Limits for a database that does not answer. */
  timeouts?: HeartbeatTimes;
  progress: (chinese: string, english: string) => void;
}

export interface RestoreSummary {
  files: number;
  sessions: number;
  messages: number;
  /** Path to which an existing file of anchors was renamed; undefined if there was none. */
  earlierAnchors: string | undefined;
  audit: AuditReport;
  /** Duration of each part. */
  seconds: { files: number; database: number; audit: number };
}

/**
 * Restores an installation from a backup, into an empty data folder and an empty database, completely or not
 * at all (docs/decisions/0172): all reasons for a refusal are checked first, and until the end a marker file in
 * the data folder prevents the portal from starting.
 */
export async function restoreBackup(
  config: Config,
  backup: BackupFolder,
  options: RestoreOptions,
): Promise<RestoreSummary> {
  const { manifest } = backup;
  await checkKnownMigrations(manifest.schema);
  checkMode(config, backup);
  const keys = options.keys ?? keyFolder(config);
  checkKeysOf(manifest, keys);
  if (checkSignature(manifest, keys) !== 'right') throw signatureError;
  const decrypt = await decryptionOf(manifest, options.identity);
  await ensureEmptyData(config);
  const installationMark =
    installationMarkOf({ mode: manifest.mode, markedAt: new Date(manifest.markedAt) }) ?? '';
  await refuseForeignFiles(config, installationMark);
  await checkAuditFolder(config, installationMark);
  const problems = await findProblems(backup, options.progress);
  if (problems.length > 0) throw damagedError(backup, problems);
  await checkDecryption(backup, decrypt);

  await ensureDataFolder(config.dataDir, config.auditDir);
  const unfinished = join(config.dataDir, unfinishedRestore);
  const snapshot = await listDataFolder(config);
  /**
   * True if tables were created in a database outside the data folder: then a partial restore cannot be
   * undone.
   */
  let isIrreversible = false;
  let earlierAnchors: string | undefined;
  const work = async (database: Database, url: string): Promise<RestoreSummary> => {
    await ensureEmpty(url, options.timeouts);
    if (options.keys !== undefined) await copyKeys(options.keys, keyFolder(config));
    const seconds = { files: 0, database: 0, audit: 0 };
    const recordTime = stopwatch(seconds);
    const decryption = { decrypt, nameOf: createNameFunction(manifest, keys) };
    const files = await restoreFiles(createFileStore(config), backup, decryption, options.progress);
    earlierAnchors = await restoreAuditEvidence(config, backup);
    recordTime('files');
    isIrreversible = config.databaseUrl !== undefined;
    await migrate(database.db, undefined, { until: manifest.schema.at(-1)?.name });
    await migrateJobs(database.pool);
    await loadDatabase(url, backup, decrypt, options.progress, options.timeouts);
    await checkCounts(url, manifest, options.timeouts);
    const crypto = await openInstallation(database.db, config);
    const finished = await finishRestore(database, crypto, backup, options);
    recordTime('database');
    const audit = await verifyAudit(database.db, crypto, {
      ...(await ownEvidence(config, createFileStore(config))),
      packages: verifyPackages({ crypto, log: createLog('error') }),
      progress: ({ links, orders }) =>
        options.progress(`已核对 ${links} 条审计记录、${orders} 件办件`, `${links} links, ${orders} orders`),
    });
    recordTime('audit');
    await grantPortalAccess(database, config);
    await createFileStore(config).writeInstallationMark(installationMark);
    await bindAuditFolder(config, installationMark);
    await rm(unfinished);
    return { files, ...finished, earlierAnchors, audit, seconds };
  };
  try {
    await writeFile(unfinished, `${backup.folder}\n`, { flush: true });
    return await withDatabase(config, 'owner', work, options.timeouts);
  } catch (error) {
    if (isIrreversible) throw error;
    // An embedded database without disk space stops, and the error of the query does not say why.
    const space = await readDiskSpace('data', config.dataDir);
    await snapshot.undo(earlierAnchors);
    throw space && space.free < minFreeBytes ? noSpaceError(config.dataDir, error) : error;
  }
}

/**
 * Records the entries of the data folder before a restore, so that a failed restore, for example on a full disk,
 * can be undone: the folder is then as before, empty except for keys.
 */
async function listDataFolder(
  config: Config,
): Promise<{ undo(earlierAnchors: string | undefined): Promise<void> }> {
  const list = async (folder: string) => new Set(await readdir(folder).catch(() => []));
  const [before, keysBefore] = [await list(config.dataDir), await list(keyFolder(config))];
  const removeBut = async (folder: string, entries: ReadonlySet<string>) => {
    for (const name of await list(folder))
      if (!entries.has(name)) await rm(join(folder, name), { recursive: true, force: true });
  };
  return {
    async undo(earlierAnchors) {
      const anchors = anchorLogPath(config);
      if (earlierAnchors !== undefined) await rename(earlierAnchors, anchors);
      await removeBut(config.dataDir, before);
      await removeBut(keyFolder(config), keysBefore);
    },
  };
}

/** Returns the function that returns the names of contents in the backup; the keys must be checked before. */
function createNameFunction({ encryption }: Manifest, folder: string): BackupCipher['nameOf'] {
  if (!encryption) return plain.nameOf;
  return keyedName(createCrypto([readKeyFile(folder, 'encryption.key')], readKeyFile(folder, 'audit.key')));
}

/**
 * Grants the portal's role access to the tables if they belong to another role, so that the portal can start
 * at once.
 */
async function grantPortalAccess({ db }: Database, { databaseUrl, databaseOwnerUrl }: Config): Promise<void> {
  if (databaseUrl === undefined || databaseOwnerUrl === undefined) return;
  const portal = await connect(databaseUrl, { max: 1 });
  try {
    await grantPortalRole(db, await roleOf(portal.db));
  } finally {
    await portal.close();
  }
}

/** Returns a function that records the time since its last call. */
function stopwatch<Name extends string>(seconds: Record<Name, number>): (name: Name) => void {
  let last = performance.now();
  return (name) => {
    const now = performance.now();
    seconds[name] = (now - last) / 1000;
    last = now;
  };
}

function checkMode(config: Config, { manifest }: BackupFolder): void {
  if (config.mode === manifest.mode) return;
  throw new StartupError(
    `备份是${manifest.mode === 'production' ? '正式环境' : '演示'}的，请设置 PORTAL_MODE=${manifest.mode} 后再恢复。`,
    `The backup is from ${manifest.mode} mode: set PORTAL_MODE=${manifest.mode}.`,
  );
}

/** Entries that an empty data folder may have: keys, and the file system's own folder. */
const allowedEntries = ['keys', 'lost+found'];

async function ensureEmptyData({ dataDir }: Config): Promise<void> {
  if (await isEmptyFolder(dataDir, allowedEntries)) return;
  throw new StartupError(
    `数据目录 ${dataDir} 不是空的。只能恢复到空的目录（可以只有 keys）：请把原来的目录改名，或用 --into 指定新的目录。没有改动任何数据。`,
    `The data directory ${dataDir} is not empty, but a backup can only be restored into an empty one (keys are allowed): rename it, or pass a new folder with --into. Nothing was changed.`,
  );
}

/** Restores the evidence of the audit log (anchors and genesis record); renames an existing file of anchors. */
async function restoreAuditEvidence(
  config: Config,
  { folder, manifest }: BackupFolder,
): Promise<string | undefined> {
  const anchors = anchorLogPath(config);
  const aside = `${anchors}.before-restore-${Date.now()}`;
  const existing = await stat(anchors).catch(() => undefined);
  if (existing) await rename(anchors, aside);
  await mkdir(config.auditDir, { recursive: true, mode: 0o700 });
  const targetPaths: Record<string, string> = {
    'anchors.log': anchors,
    'audit-beginning.json': genesisPath(keyFolder(config)),
  };
  for (const { file } of manifest.witnesses) {
    const targetPath = targetPaths[file];
    if (targetPath !== undefined) await copyFile(join(folder, file), targetPath);
  }
  return existing && aside;
}

/**
 * Ends all sessions of the restored data, and marks its unsent messages as unknown, so that none is sent twice;
 * with the option `sendMessages` they are sent. The restore is recorded in the audit log.
 */
async function finishRestore(
  { db }: Database,
  crypto: Crypto,
  { manifest }: BackupFolder,
  { sendMessages }: RestoreOptions,
): Promise<{ sessions: number; messages: number }> {
  const now = () => new Date();
  return await inTransaction(db, async (tx) => {
    const sessions = await endAllSessions(tx, now());
    const messages = sendMessages ? 0 : await markMessagesUnknown(tx, now());
    await appendAudit(
      tx,
      { now, crypto },
      {
        chain: 'installation',
        actor: undefined,
        action: 'installation.restored',
        objectKind: 'installation',
        objectId: '',
        detail: { at: manifest.at, sessions, messages },
        requestId: randomUUID(),
      },
    );
    return { sessions, messages };
  });
}

/** Size of two segments of PostgreSQL's log: with less free space it cannot continue. */
const minFreeBytes = 2 * 16 * 1_048_576;

const noSpaceError = (dataDir: string, cause: unknown) =>
  new StartupError(
    `恢复没有完成：${dataDir} 所在的磁盘没有余量。该目录已恢复原状；请清理或换用更大的磁盘后重做。`,
    `The restore was not done: there is not enough free space on the disk of ${dataDir}, which is unchanged. Free some space and try again.`,
    { cause },
  );

const signatureError = new StartupError(
  '备份清单的签名不对：清单被改动过，不能恢复。没有改动任何数据。',
  'The manifest does not match the signature of the portal: it was changed. Nothing was changed.',
);

const maxListedProblems = 10;

function damagedError({ name }: BackupFolder, problems: readonly string[]): StartupError {
  return new StartupError(
    `备份 ${name} 已损坏，没有改动任何数据：\n${problems
      .slice(0, maxListedProblems)
      .map((problem) => `  ${problem}`)
      .join('\n')}`,
    `The backup is damaged in ${problems.length} places. Nothing was changed.`,
  );
}
