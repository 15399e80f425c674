import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import type { BackupCipher } from './backup-cipher.ts';
import { findManifest, type Manifest, manifestName, poolName } from './manifest.ts';
import { readPackedLines } from './parts.ts';
import { createPool, type PoolEntry } from './pool.ts';

/** One backup: a folder inside the shared folder of backups. */
export interface BackupFolder {
  name: string;
  folder: string;
  root: string;
  manifest: Manifest;
}

/** A line of the list of files: the id of bytes in the store, and their digest in the pool. */
export interface ListedBytes {
  id: string;
  size: number;
  sha256: string;
  /** Size and digest of the bytes in the pool, if these are encrypted. */
  stored?: PoolEntry;
}

const poolPattern = /^files(?:-[0-9a-f]{16})?$/;
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** Returns a name such as `2026-11-23T02-00-00-000Z`, which sorts by time and is valid in every file system. */
const backupName = (at: Date) => at.toISOString().replace(/[:.]/g, '-');

/** Lists all complete backups of a folder, oldest first. */
export async function listBackups(root: string): Promise<BackupFolder[]> {
  const found: BackupFolder[] = [];
  for (const name of (await readdir(root).catch(() => []))
    .filter((entry) => namePattern.test(entry))
    .sort()) {
    const folder = join(root, name);
    const manifest = await findManifest(folder);
    if (manifest) found.push({ name, folder, root, manifest });
  }
  return found;
}

/** Returns the backup in the given folder; if the folder is no backup itself, the newest backup inside it. */
export async function getBackup(path: string): Promise<BackupFolder> {
  const folder = resolve(path);
  const manifest = await findManifest(folder);
  if (manifest) return { name: basename(folder), folder, root: dirname(folder), manifest };
  const newest = (await listBackups(folder)).at(-1);
  if (newest) return newest;
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  throw new StartupError(
    exists
      ? `${folder} 中没有完整的备份（没有清单 ${manifestName} 的目录是未完成的备份，不能恢复）。`
      : `没有目录 ${folder}。`,
    exists
      ? `There is no whole backup in ${folder}; a folder without ${manifestName} was cut short and is none.`
      : `There is no folder ${folder}.`,
  );
}

export const poolOf = (root: string, encryption: Manifest['encryption'], cipher?: BackupCipher) =>
  createPool(join(root, encryption?.pool ?? poolName), cipher);

export const readListedBytes = ({ folder, manifest }: Pick<BackupFolder, 'folder' | 'manifest'>) =>
  readPackedLines<ListedBytes>(join(folder, manifest.files.list.file));

export async function makeBackupFolder(root: string, at: Date): Promise<{ name: string; folder: string }> {
  const name = backupName(at);
  const folder = join(root, name);
  await mkdir(root, { recursive: true, mode: 0o700 });
  await mkdir(folder, { mode: 0o700 });
  await mkdir(join(folder, 'database'), { mode: 0o700 });
  return { name, folder };
}

/**
 * Removes the leftovers of interrupted backups, all backups but the newest `keep` if that is given, and
 * contents to which no remaining backup refers. One backup of a database runs at a time, and a folder contains
 * backups of one database, so no other process uses it.
 */
export async function prune(
  root: string,
  keep: number | undefined,
): Promise<{ backups: number; contents: number }> {
  const complete = await listBackups(root);
  const remaining = keep === undefined ? complete : complete.slice(-keep);
  const names = new Set(remaining.map(({ name }) => name));
  let backups = 0;
  for (const name of await readdir(root)) {
    if (!namePattern.test(name) || names.has(name)) continue;
    // The manifest is removed first, so that a partly removed backup no longer counts as one.
    await rm(join(root, name, manifestName), { force: true });
    await rm(join(root, name), { recursive: true, force: true });
    backups += 1;
  }
  let contents = 0;
  for (const pool of (await readdir(root)).filter((name) => poolPattern.test(name))) {
    const digests = new Set<string>();
    for (const backup of remaining)
      if ((backup.manifest.encryption?.pool ?? poolName) === pool)
        for await (const { sha256 } of readListedBytes(backup)) digests.add(sha256);
    contents += await createPool(join(root, pool)).removeAllBut(digests);
  }
  return { backups, contents };
}
