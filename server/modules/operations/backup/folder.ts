import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import type { BackupCipher } from './envelope.ts';
import { findManifest, type Manifest, manifestName, poolName } from './manifest.ts';
import { readPackedLines } from './parts.ts';
import { createPool, type PoolEntry } from './pool.ts';

/** One backup: a folder of its own inside the shared folder of backups. */
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

const isPool = /^files(?:-[0-9a-f]{16})?$/;
const nameOf = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** Returns a name such as `2026-11-23T02-00-00-000Z`: sorts by time, and is valid in every file system. */
const backupName = (at: Date) => at.toISOString().replace(/[:.]/g, '-');

/** Lists all complete backups of a folder, oldest first. */
export async function listBackups(root: string): Promise<BackupFolder[]> {
  const found: BackupFolder[] = [];
  for (const name of (await readdir(root).catch(() => [])).filter((one) => nameOf.test(one)).sort()) {
    const folder = join(root, name);
    const manifest = await findManifest(folder);
    if (manifest) found.push({ name, folder, root, manifest });
  }
  return found;
}

/** Returns the given backup: the folder of one itself, else the newest inside it. */
export async function getBackup(given: string): Promise<BackupFolder> {
  const folder = resolve(given);
  const own = await findManifest(folder);
  if (own) return { name: basename(folder), folder, root: dirname(folder), manifest: own };
  const newest = (await listBackups(folder)).at(-1);
  if (newest) return newest;
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  throw new StartupError(
    isThere
      ? `${folder} 中没有完整的备份（没有清单 ${manifestName} 的目录是未完成的备份，不能恢复）。`
      : `没有目录 ${folder}。`,
    isThere
      ? `There is no whole backup in ${folder}; a folder without ${manifestName} was cut short and is none.`
      : `There is no folder ${folder}.`,
  );
}

export const poolOf = (root: string, encryption: Manifest['encryption'], envelope?: BackupCipher) =>
  createPool(join(root, encryption?.pool ?? poolName), envelope);

export const listedBytes = ({ folder, manifest }: Pick<BackupFolder, 'folder' | 'manifest'>) =>
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
 * contents that no remaining backup refers to. One backup of a database runs at a time, and a folder contains
 * backups of one database, so no other process uses it.
 */
export async function prune(
  root: string,
  keep: number | undefined,
): Promise<{ backups: number; contents: number }> {
  const whole = await listBackups(root);
  const kept = keep === undefined ? whole : whole.slice(-keep);
  const names = new Set(kept.map(({ name }) => name));
  let backups = 0;
  for (const name of await readdir(root)) {
    if (!nameOf.test(name) || names.has(name)) continue;
    // The manifest first: a half-removed backup is none.
    await rm(join(root, name, manifestName), { force: true });
    await rm(join(root, name), { recursive: true, force: true });
    backups += 1;
  }
  let contents = 0;
  for (const pool of (await readdir(root)).filter((name) => isPool.test(name))) {
    const named = new Set<string>();
    for (const one of kept)
      if ((one.manifest.encryption?.pool ?? poolName) === pool)
        for await (const { sha256 } of listedBytes(one)) named.add(sha256);
    contents += await createPool(join(root, pool)).removeAllBut(named);
  }
  return { backups, contents };
}
