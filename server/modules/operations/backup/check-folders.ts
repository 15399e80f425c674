import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Config } from '#server/kernel/config/config.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { isWithin } from '#server/kernel/folders/data-folder.ts';
import { ensureFolder } from '#server/kernel/folders/folder.ts';
import { poolName } from './manifest.ts';

/** Resolves a path that may not exist yet, including links in it. */
async function realPathOf(path: string): Promise<string> {
  const found = await realpath(path).catch(() => undefined);
  if (found !== undefined || dirname(path) === path) return found ?? path;
  return join(await realPathOf(dirname(path)), basename(path));
}

/**
 * Refuses a folder of backups inside the portal's folders: pruning would remove the portal's own files
 * as unused contents, and backups in the data folder would be lost together with it.
 */
export async function ensureOutsidePortalFolders(
  backups: string,
  { dataDir, auditDir }: Pick<Config, 'dataDir' | 'auditDir'>,
): Promise<void> {
  const root = await realPathOf(backups);
  const pool = await realPathOf(join(backups, poolName));
  for (const ownFolder of [dataDir, auditDir]) {
    const ownPath = await realPathOf(ownFolder);
    if (![root, pool].some((folder) => isWithin(folder, ownPath)) && !isWithin(ownPath, pool)) continue;
    throw new StartupError(
      `备份目录 ${backups} 与办件通自己的目录 ${ownFolder} 重叠：备份会与数据一起丢失，清理旧备份时还会误删正在使用的文件。请另选目录，最好在另一块磁盘或另一台服务器上。没有改动任何数据。`,
      `The backup folder ${backups} and the portal folder ${ownFolder} are the same or one is inside the other: a backup would be lost together with its data, and removal of old backups would remove files in use. Use another folder, on another disk or machine. Nothing was changed.`,
    );
  }
}

/** Checks both folders before the database is used, so that a refusal takes little time. */
export async function ensureBackupFolders(
  config: Pick<Config, 'dataDir' | 'auditDir'>,
  { root, keys }: { root: string; keys: string | undefined },
): Promise<void> {
  await ensureOutsidePortalFolders(root, config);
  await ensureFolder(root, {
    chinese: '备份目录',
    english: 'The folder of backups',
    setting: undefined,
  });
  if (keys !== undefined)
    await ensureFolder(keys, { chinese: '密钥目录', english: 'The folder of keys', setting: '--keys' });
}
