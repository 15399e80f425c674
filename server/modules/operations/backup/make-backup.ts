import { randomUUID } from 'node:crypto';
import { copyFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFileStore } from '#server/adapters/files/create-file-store.ts';
import type { Config } from '#server/kernel/config/config.ts';
import { namesOfSettings } from '#server/kernel/config/environment.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import { keyFolder } from '#server/kernel/crypto/key-files.ts';
import { openCommandConnection } from '#server/kernel/database/command-connection.ts';
import type { HeartbeatTimes } from '#server/kernel/database/heartbeat.ts';
import { type Db, inTransaction } from '#server/kernel/database/transaction.ts';
import { isOutOfSpace, isTooLargeForDisk } from '#server/kernel/errors/disk-error.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { refuseUnfinishedRestore } from '#server/kernel/folders/data-folder.ts';
import { recordFolder, refuseLostBackups } from '#server/kernel/folders/own-folders.ts';
import {
  anchorLogPath,
  appendAudit,
  genesisPath,
  readAnchorLog,
} from '#server/modules/access/audit/service.ts';
import {
  checkFiles,
  findInstallation,
  openInstallation,
} from '#server/modules/operations/installation/service.ts';
import { cipherForRecipients } from './backup-cipher.ts';
import { listNamesOfBytes } from './bytes.queries.ts';
import { copyFiles, referencedBytesPath } from './copy-files.ts';
import { dumpDatabase, preventFileDeletion } from './dump-database.ts';
import { listBackups, makeBackupFolder, poolOf, prune } from './folder.ts';
import { copyKeys } from './key-copies.ts';
import { type BackupFile, type DamagedBytes, type Manifest, manifestName, signatureOf } from './manifest.ts';
import { hashOfFile, syncFolder } from './parts.ts';

export interface BackupOptions {
  root: string;
  keys: string | undefined;
  keep: number | undefined;
  /** True to continue if bytes of files are lost or changed, and record that in the manifest. */
  despiteDamage: boolean;
  /** Limits for a database that does not answer. */
  timeouts?: HeartbeatTimes;
  progress: (chinese: string, english: string) => void;
}

export interface BackupResult {
  folder: string;
  manifest: Manifest;
  damaged: readonly DamagedBytes[];
  removed: { backups: number; contents: number };
}

/**
 * Copies the database in one snapshot, and the files to which its rows refer, while the portal runs
 * (docs/decisions/0172). The database is copied first: files are written before their rows, and no file is removed
 * meanwhile, so that the files of all rows in the snapshot exist.
 */
export async function makeBackup(
  config: Config,
  db: Db,
  url: string,
  options: BackupOptions,
): Promise<BackupResult> {
  await refuseUnfinishedRestore(config.dataDir);
  const crypto = await openInstallation(db, config);
  const installation = await findInstallation(db);
  if (installation.mode === undefined || installation.markedAt === undefined) throw emptyDatabaseError;
  const markedAt = installation.markedAt.toISOString();
  const previous = (await listBackups(options.root)).at(-1);
  if (previous && (previous.manifest.markedAt !== markedAt || previous.manifest.mode !== installation.mode))
    throw foreignBackupsError(options.root);
  await refuseLostBackups(config.dataDir, options.root, previous === undefined);
  await checkFiles(db, config);
  const cipher = cipherForRecipients(config.backupRecipients, crypto);
  const { encryption } = cipher;
  if (previous?.manifest.encryption && !encryption) throw notEncryptedError(options.root);
  if (options.keys !== undefined) await copyKeys(keyFolder(config), options.keys);

  const { client, close } = await openCommandConnection(url, 'banjian backup', options.timeouts);
  try {
    await preventFileDeletion(client);
    const startedAt = new Date();
    const { folder } = await makeBackupFolder(options.root, startedAt);
    const { lastAnchor, ...dump } = await dumpDatabase(client, folder, cipher, ({ rows, table }) =>
      options.progress(`数据库 ${rows} 行（${table}）`, `${rows} rows, ${table}`),
    );
    const list = 'files.jsonl.zst';
    const { damaged, ...copied } = await copyFiles(
      createFileStore(config),
      poolOf(options.root, encryption, cipher),
      {
        referencedList: referencedBytesPath(folder),
        list: join(folder, list),
        isEncrypted: encryption !== undefined,
      },
      // Contents of another pool cannot be used here.
      previous?.manifest.encryption?.pool === encryption?.pool ? previous : undefined,
      ({ count, newBytes }) =>
        options.progress(
          `文件 ${count} 个，新增 ${megabytes(newBytes)} MB`,
          `${count} files, ${megabytes(newBytes)} MB new`,
        ),
    );
    const damagedFiles: DamagedBytes[] = [];
    for (const bytes of damaged)
      damagedFiles.push({ ...bytes, of: await listNamesOfBytes(client, bytes.id) });
    if (damagedFiles.length > 0 && !options.despiteDamage) throw damagedError(damagedFiles);
    await rm(referencedBytesPath(folder));
    const unsigned: Omit<Manifest, 'signature'> = {
      format: encryption ? 2 : 1,
      ...(encryption && { encryption }),
      product: await productVersion(),
      mode: installation.mode,
      markedAt,
      ...dump,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      keys: installation.keys,
      files: { ...copied, list: { file: list, ...copied.list } },
      witnesses: await copyAuditEvidence(config, folder, lastAnchor),
      settings: namesOfSettings(),
      // The names of files are only for authorised readers, so an encrypted backup has none; the command prints them.
      damaged: encryption ? damagedFiles.map((bytes) => ({ ...bytes, of: [] })) : damagedFiles,
    };
    const manifest = { ...unsigned, signature: signatureOf(unsigned, crypto) };
    await writeManifest(folder, manifest);
    await syncFolder(options.root);
    await recordBackup(db, crypto, manifest);
    await recordFolder(config.dataDir, 'backups', options.root);
    return { folder, manifest, damaged: damagedFiles, removed: await prune(options.root, options.keep) };
  } catch (error) {
    // A partial backup would use the free space for the next one; complete backups and their contents remain.
    if (isOutOfSpace(error) || isTooLargeForDisk(error))
      await prune(options.root, undefined).catch(() => undefined);
    throw error;
  } finally {
    await close();
  }
}

/** Records the backup in the audit log, because a person who has it has all data except the keys. */
async function recordBackup(db: Db, crypto: Crypto, { at, tables, files }: Manifest): Promise<void> {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  await inTransaction(db, (tx) =>
    appendAudit(
      tx,
      { now: () => new Date(), crypto },
      {
        chain: 'installation',
        actor: undefined,
        action: 'installation.backed-up',
        objectKind: 'installation',
        objectId: '',
        detail: { at, rows, files: files.count },
        requestId: randomUUID(),
      },
    ),
  );
}

export const megabytes = (bytes: number) => (bytes / 1_048_576).toFixed(1);

/** Copies the anchors up to the snapshot, and the genesis record of the signed log. */
async function copyAuditEvidence(config: Config, folder: string, lastAnchor: number): Promise<BackupFile[]> {
  const parts: BackupFile[] = [];
  const add = async (file: string) => {
    const hashed = await hashOfFile(join(folder, file));
    if (hashed) parts.push({ file, ...hashed });
  };
  const anchors = (await readAnchorLog(anchorLogPath(config))) ?? [];
  const lines = anchors.filter(({ seq }) => seq <= lastAnchor).map((anchor) => `${JSON.stringify(anchor)}\n`);
  await writeFile(join(folder, 'anchors.log'), lines.join(''), { mode: 0o600, flush: true });
  await add('anchors.log');
  const genesisFile = 'audit-beginning.json';
  await copyFile(genesisPath(keyFolder(config)), join(folder, genesisFile)).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
  await add(genesisFile);
  return parts;
}

/** Writes the manifest completely or not at all, after all files to which it refers. */
async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await syncFolder(join(folder, 'database'));
  const path = join(folder, manifestName);
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`;
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  await syncFolder(folder);
}

async function productVersion(): Promise<string> {
  const path = join(import.meta.dirname, '..', '..', '..', '..', 'package.json');
  return (JSON.parse(await readFile(path, 'utf8')) as { version: string }).version;
}

const emptyDatabaseError = new StartupError(
  '数据库是空的，没有可以备份的内容。请检查 DATA_DIR 和 DATABASE_URL。',
  'The database is empty: check DATA_DIR and DATABASE_URL.',
);

const foreignBackupsError = (root: string) =>
  new StartupError(
    `${root} 中是另一个系统的备份。每个系统请用各自的备份目录。`,
    `${root} contains the backups of another installation: use a separate folder for each.`,
  );

const notEncryptedError = (root: string) =>
  new StartupError(
    `${root} 中的备份是加密的，而现在没有设置 BACKUP_RECIPIENTS，新的备份会是明文。请带着门户的设置执行（如 /etc/banjian.env）；确实不再加密的，请另用一个目录。没有改动任何数据。`,
    `The backups in ${root} are encrypted, but BACKUP_RECIPIENTS is not set: run the command with the settings of the portal, or use another folder if new backups should not be encrypted. Nothing was changed.`,
  );

const maxListedFiles = 20;

function damagedError(damaged: readonly DamagedBytes[]): StartupError {
  const lines = damaged
    .slice(0, maxListedFiles)
    .map(
      ({ id, fault: problem, of }) =>
        `  ${id} ${problem === 'missing' ? '丢失 missing' : '被改动 changed'}：${of.join('、')}`,
    );
  const more = damaged.length > maxListedFiles ? [`  …… ${damaged.length}`] : [];
  return new StartupError(
    `有 ${damaged.length} 个文件丢失或与登记不一致，没有形成备份：\n${[...lines, ...more].join('\n')}\n请用 npm run audit:verify 核对；确认无法找回的，加 --despite-damage 备份其余内容，清单中会记下这些文件。`,
    `${damaged.length} files are lost or changed, so no backup was created: see npm run audit:verify; with --despite-damage the rest is backed up, and the manifest lists these files.`,
  );
}
