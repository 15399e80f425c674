import { join } from 'node:path';
import { printLine } from '#server/kernel/command-line.ts';
import type { Config } from '#server/kernel/config/config.ts';
import { createCrypto, fingerprintOf } from '#server/kernel/crypto/crypto.ts';
import { findKeyFile, keyFolder } from '#server/kernel/crypto/key-files.ts';
import { type Decrypt, decryptionOf } from './backup-cipher.ts';
import { type BackupFolder, poolOf, readListedBytes } from './folder.ts';
import { megabytes } from './make-backup.ts';
import { type BackupFile, type Manifest, signatureOf } from './manifest.ts';
import { hashOfFile, readPacked } from './parts.ts';

interface CheckOptions {
  config: Pick<Config, 'dataDir'>;
  /** The folder of the saved keys; by default those of the installation are read. */
  keys: string | undefined;
  /** Identity that decrypts an encrypted backup; given if the check includes the decryption. */
  identity?: string;
  progress: (chinese: string, english: string) => void;
}

/** Runs `npm run backup -- --check`: reads everything in a backup, and reports what has changed. */
export async function checkBackup(backup: BackupFolder, options: CheckOptions): Promise<number> {
  const { manifest } = backup;
  const problems = await findProblems(backup, options.progress);
  if (options.identity !== undefined && problems.length === 0)
    await checkDecryption(backup, await decryptionOf(manifest, options.identity));
  const signature = checkSignature(manifest, options.keys ?? keyFolder(options.config));
  for (const problem of problems) printLine(`✗ ${problem}`);
  if (signature === 'wrong')
    printLine('✗ 清单被改动，或由另一个系统的密钥签名', 'the manifest was changed, or another key signed it');
  if (signature === 'unknown')
    printLine(
      '! 没有找到该备份的审计密钥，清单的签名没有核对（用 --keys 指定密钥目录）',
      'the audit key is not at hand: the signature of the manifest was not looked at',
    );
  const count = problems.length + (signature === 'wrong' ? 1 : 0);
  const { files, tables, at } = manifest;
  printLine(
    count === 0
      ? `备份 ${backup.name} 完整：${at}，${tables.length} 张表，文件 ${files.count} 个、${megabytes(files.bytes)} MB`
      : `备份 ${backup.name} 已损坏：${count} 处`,
    count === 0 ? 'the backup is whole' : `BROKEN in ${count} places`,
  );
  return count === 0 ? 0 : 1;
}

/** Returns a problem for each part that is missing or differs from the manifest. */
export async function findProblems(
  backup: BackupFolder,
  progress: CheckOptions['progress'],
): Promise<string[]> {
  const { folder, manifest, root } = backup;
  const problems: string[] = [];
  const checkPart = async (path: string, part: { bytes: number; sha256: string }, name: string) => {
    const hashed = await hashOfFile(path);
    if (!hashed) problems.push(`${name} 缺失  is missing`);
    else if (hashed.bytes !== part.bytes || hashed.sha256 !== part.sha256)
      problems.push(`${name} 被改动或损坏  was changed or damaged`);
    return problems.length;
  };
  const parts: BackupFile[] = [...manifest.tables, manifest.files.list, ...manifest.witnesses];
  for (const part of parts) {
    await checkPart(join(folder, part.file), part, part.file);
    progress(`已核对 ${part.file}`, 'checked');
  }
  // The list itself must be valid before it is used.
  if (problems.some((problem) => problem.startsWith(manifest.files.list.file))) return problems;
  const pool = poolOf(root, manifest.encryption);
  let count = 0;
  for await (const { id, size, sha256, stored } of readListedBytes(backup)) {
    await checkPart(pool.pathOf(sha256), stored ?? { bytes: size, sha256 }, `文件 ${id}`);
    count += 1;
    progress(`已核对 ${count} 个文件`, `${count} files checked`);
  }
  if (count !== manifest.files.count)
    problems.push(`文件清单有 ${count} 行，应有 ${manifest.files.count} 行  the list of files is cut`);
  return problems;
}

/** Reads the smallest table as a restore would, to check the identity. */
export async function checkDecryption({ folder, manifest }: BackupFolder, decrypt: Decrypt): Promise<void> {
  const [smallest] = manifest.tables.toSorted((one, other) => one.bytes - other.bytes);
  if (!smallest) return;
  for await (const _rows of readPacked(join(folder, smallest.file), decrypt));
}

export function checkSignature(manifest: Manifest, folder: string): 'right' | 'wrong' | 'unknown' {
  const [encryption, audit] = [findKeyFile(folder, 'encryption.key'), findKeyFile(folder, 'audit.key')];
  if (!encryption || !audit) return 'unknown';
  const isKeyOfBackup = manifest.keys.some(
    ({ fingerprint }) => fingerprint === fingerprintOf('audit.key', audit),
  );
  if (!isKeyOfBackup) return 'unknown';
  return signatureOf(manifest, createCrypto([encryption], audit)) === manifest.signature ? 'right' : 'wrong';
}
