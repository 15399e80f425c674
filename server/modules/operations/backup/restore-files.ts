import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import type { FileStore } from '#server/adapters/files/file-store.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import type { BackupCipher, Decrypt } from './backup-cipher.ts';
import { type BackupFolder, type ListedBytes, poolOf, readListedBytes } from './folder.ts';

const concurrentFiles = 4;

/**
 * Stores every file of a backup in the file store, under the id to which rows refer. An equal existing file, for
 * example in a bucket that outlived its database, is unchanged.
 */
export async function restoreFiles(
  files: FileStore,
  backup: BackupFolder,
  { decrypt, nameOf }: { decrypt: Decrypt; nameOf: BackupCipher['nameOf'] },
  progress: (chinese: string, english: string) => void,
): Promise<number> {
  const pool = poolOf(backup.root, backup.manifest.encryption);
  let count = 0;
  const restoreFile = async ({ id, size, sha256 }: ListedBytes) => {
    if ((await files.size(id)) !== undefined) {
      if (nameOf(await hashOf(files, id)) !== sha256) throw conflictError(id);
    } else {
      const bytes = decrypt(createReadStream(pool.pathOf(sha256)), `文件 ${id}`);
      const stored = await files.put(id, Readable.from(bytes));
      if (nameOf(stored.sha256) !== sha256 || stored.size !== size) throw damagedError(id);
      await files.confirm(id);
    }
    count += 1;
  };
  let restoring: Promise<void>[] = [];
  for await (const entry of readListedBytes(backup)) {
    restoring.push(restoreFile(entry));
    if (restoring.length < concurrentFiles) continue;
    await Promise.all(restoring);
    restoring = [];
    progress(`已恢复 ${count} 个文件`, `${count} files`);
  }
  await Promise.all(restoring);
  return count;
}

async function hashOf(files: Pick<FileStore, 'read'>, id: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of files.read(id)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}

const damagedError = (id: string) =>
  new StartupError(`备份中的文件 ${id} 已损坏。`, `File ${id} of the backup is damaged.`);

const conflictError = (id: string) =>
  new StartupError(
    `文件存储中已有内容不同的文件 ${id}，没有覆盖。请使用空的目录或存储桶。`,
    `The file store already has different content under ${id}, which was not overwritten: use an empty folder or bucket.`,
  );
