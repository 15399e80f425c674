import { chmod, lstat, readdir, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { ensureFolder } from './folder.ts';

/**
 * Creates the data folder and that of the anchors, and checks that they and the folder of files are writable,
 * before anything relies on it. A folder inside the data folder may be another disk, a read-only mount, or
 * another user's.
 */
export async function ensureDataFolder(dataDir: string, auditDir?: string): Promise<void> {
  await ensureFolder(dataDir, { chinese: '数据目录', english: 'The data directory', setting: 'DATA_DIR' });
  const filesUse = { chinese: '文件目录', english: 'The directory of files', setting: 'DATA_DIR' };
  const anchorsUse = {
    chinese: '审计锚点目录',
    english: 'The directory of the anchors',
    setting: 'AUDIT_DIR',
  };
  await Promise.all([
    ...[join(dataDir, 'files'), incomingFolderOf(dataDir)].map(
      async (folder) => (await pathExists(folder)) && (await ensureFolder(folder, filesUse)),
    ),
    auditDir !== undefined &&
      (!isWithin(auditDir, dataDir) || (await pathExists(auditDir))) &&
      ensureFolder(auditDir, anchorsUse),
  ]);
}

const pathExists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Checks whether a path equals another or lies below it, by name. */
export const isWithin = (inner: string, outer: string) => {
  const relativePath = relative(outer, inner);
  return (
    relativePath === '' ||
    (relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && relativePath !== resolve(relativePath))
  );
};

/** Returns the folder in which every file arrives, whichever store it goes to. */
export const incomingFolderOf = (dataDir: string) => join(dataDir, 'files', 'incoming');

/**
 * Name of a marker file in a data folder while it is restored from a backup: a half-restored folder is no
 * installation.
 */
export const unfinishedRestore = 'restore-unfinished';

/** Returns the error of a data folder whose restore was interrupted; undefined for every other folder. */
export async function findUnfinishedRestore(folder: string): Promise<StartupError | undefined> {
  if (!(await pathExists(join(folder, unfinishedRestore)))) return undefined;
  return new StartupError(
    `${folder} 的恢复没有完成，不能使用。请清空该目录（和数据库）后重新执行 npm run restore。`,
    `A restore into ${folder} was interrupted: empty the folder (and the database) and run npm run restore again.`,
  );
}

export async function refuseUnfinishedRestore(folder: string): Promise<void> {
  const error = await findUnfinishedRestore(folder);
  if (error) throw error;
}

/** At least one of these is in every folder that a portal has used as its data folder or for its anchors. */
const portalEntries = ['keys', 'postgres', 'files', 'audit', 'anchors.log'];

/** Returns the folders of an installation: those in its settings, and those that it creates below. */
export const foldersOf = ({ dataDir, auditDir }: { dataDir: string; auditDir: string }) => ({
  configured: [...new Set([dataDir, auditDir])],
  created: [join(dataDir, 'keys'), join(dataDir, 'files'), incomingFolderOf(dataDir)],
});

/**
 * Checks whether other users can list or change a folder. For root's folders, passing through is allowed
 * (`allowTraversal`).
 */
export async function isOpenToOthers(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(folder).catch(() => undefined);
  return found?.isDirectory() === true && (found.mode & (found.uid === 0 ? 0o066 : 0o077)) !== 0;
}

/**
 * Removes other users' access to folders that an earlier version or an operator has left open, and returns
 * these. Only folders of this user that contain a portal's files: a setting that names any other folder is a
 * mistake.
 */
export async function restrictFolders(settings: { dataDir: string; auditDir: string }): Promise<string[]> {
  const { configured, created } = foldersOf(settings);
  const changedFolders: string[] = [];
  for (const folder of [...configured, ...created]) {
    if (!(await isOpenToOthers(folder))) continue;
    const { uid, mode } = await stat(folder);
    const isSticky = (mode & 0o1000) !== 0;
    if (uid !== process.getuid?.() || isSticky) continue;
    const names = await readdir(folder);
    const isOurs = names.length === 0 || names.some((name) => portalEntries.includes(name));
    if (configured.includes(folder) && !isOurs) continue;
    await chmod(folder, 0o700);
    changedFolders.push(folder);
  }
  return changedFolders;
}

/** Allows other users to pass through a folder without listing it. */
export async function allowTraversal(folder: string): Promise<void> {
  await chmod(folder, (await stat(folder)).mode | 0o011);
}
