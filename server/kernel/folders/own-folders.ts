import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { readInstallationMark, writeInstallationMark } from './installation-mark.ts';

/** Folders outside the data folder, which may be on disks of their own. */
type FolderKind = 'audit' | 'backups';

/**
 * File in the data folder with the other folders that this machine has used, so that a missing one is noticed
 * when its disk is not mounted.
 */
const recordName = 'folders.json';

type RecordedFolders = Partial<Record<FolderKind, string[]>>;

export async function readKnownFolders(dataDir: string): Promise<RecordedFolders> {
  try {
    return JSON.parse(await readFile(join(dataDir, recordName), 'utf8')) as RecordedFolders;
  } catch (error) {
    // A file truncated by a crash is written again.
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Records that a folder is in use; the newest is last. */
export async function recordFolder(dataDir: string, kind: FolderKind, folder: string): Promise<void> {
  const known = await readKnownFolders(dataDir);
  if (known[kind]?.at(-1) === folder) return;
  await withFileLock(join(dataDir, recordName), () => writeRecord(dataDir, kind, folder));
}

async function writeRecord(dataDir: string, kind: FolderKind, folder: string): Promise<void> {
  const known = await readKnownFolders(dataDir);
  const others = (known[kind] ?? []).filter((one) => one !== folder);
  const path = join(dataDir, recordName);
  const temporary = `${path}.${randomUUID()}.new`;
  const text = JSON.stringify({ ...known, [kind]: [...others, folder] }, undefined, 1);
  await writeFile(temporary, `${text}\n`, { mode: 0o644, flush: true });
  await rename(temporary, path);
}

/** Recording takes milliseconds: a lock that is older was left by a killed server. */
const staleMs = 3_000;
const pauseMs = 5;

/** Lets servers of one data folder that start at once write one after the other. */
async function withFileLock(path: string, work: () => Promise<void>): Promise<void> {
  const lock = `${path}.lock`;
  let current = 0;
  // Measured by this process, because the clock of the disk may differ.
  let since = performance.now();
  for (;;) {
    try {
      await writeFile(lock, '', { flag: 'wx', mode: 0o600 });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const { ino } = await stat(lock).catch(() => ({ ino: 0 }));
    if (ino !== current) [current, since] = [ino, performance.now()];
    else if (ino !== 0 && performance.now() - since > staleMs) await rm(lock, { force: true });
    await wait(pauseMs);
  }
  try {
    await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/**
 * Refuses a folder of anchors that has another installation's mark, or that has none although this machine
 * marked it: then its disk is not mounted, and written files would be hidden by it later.
 */
export async function checkAuditFolder(
  { dataDir, auditDir }: { dataDir: string; auditDir: string },
  mark: string,
): Promise<'own' | 'unmarked'> {
  const currentMark = await readInstallationMark(auditDir);
  if (currentMark === mark) return 'own';
  if (currentMark !== undefined) throw anotherInstallationError(auditDir, currentMark);
  if ((await readKnownFolders(dataDir)).audit?.includes(auditDir)) throw notMountedError(auditDir, dataDir);
  return 'unmarked';
}

/**
 * Checks whether the folder of anchors was marked by this machine and has lost its mark, for example because
 * its disk is not mounted.
 */
export async function isAuditFolderLost(folders: { dataDir: string; auditDir: string }): Promise<boolean> {
  if ((await readInstallationMark(folders.auditDir)) !== undefined) return false;
  return (await readKnownFolders(folders.dataDir)).audit?.includes(folders.auditDir) === true;
}

export async function bindAuditFolder(
  folders: { dataDir: string; auditDir: string },
  mark: string,
): Promise<void> {
  if ((await checkAuditFolder(folders, mark)) === 'unmarked') {
    await writeInstallationMark(folders.auditDir, mark);
    await checkAuditFolder(folders, mark);
  }
  await recordFolder(folders.dataDir, 'audit', folders.auditDir);
}

/** Refuses to start in an empty folder that contained backups of this machine before. */
export async function refuseLostBackups(dataDir: string, folder: string, isEmpty: boolean): Promise<void> {
  if (isEmpty && (await readKnownFolders(dataDir)).backups?.includes(folder))
    throw new StartupError(
      `备份目录 ${folder} 中以前的备份缺失：备份磁盘可能没有挂载，未进行备份。请挂载后重新执行；确需在此处重新开始的，请先删除 ${join(dataDir, recordName)}。`,
      `The backups that were in ${folder} are missing: its disk may not be mounted, and nothing was backed up. Mount it and try again; to start a new backup folder here, first remove ${join(dataDir, recordName)}.`,
    );
}

const anotherInstallationError = (folder: string, otherMark: string) =>
  new StartupError(
    `审计锚点目录 ${folder} 属于另一个系统（标记为“${otherMark}”）。请检查 AUDIT_DIR 和挂载；没有改动任何数据。`,
    `The anchor directory ${folder} belongs to another installation ("${otherMark}"): check AUDIT_DIR and the mounts. Nothing was changed.`,
  );

const notMountedError = (folder: string, dataDir: string) =>
  new StartupError(
    `审计锚点目录 ${folder} 中没有本系统的标记，而以前有：它所在的磁盘可能没有挂载。请挂载；确实换了新的空目录，请先删除 ${join(dataDir, recordName)}。没有改动任何数据。`,
    `The anchor directory ${folder} no longer has the mark of this installation: its disk may not be mounted. Mount it; if it is meant to be a new directory, first remove ${join(dataDir, recordName)}. Nothing was changed.`,
  );
