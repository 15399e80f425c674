import { copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprintOf } from '#server/kernel/crypto/crypto.ts';
import { findKeyFile, keyNames } from '#server/kernel/crypto/key-files.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import { isWithin } from '#server/kernel/folders/data-folder.ts';
import type { Manifest } from './manifest.ts';

/** Refuses keys in the folder of the backups, because a person who gets the folder could decrypt them. */
export function ensureKeysOutsideBackups(keys: string, backups: string): void {
  if (!isWithin(keys, backups) && !isWithin(backups, keys)) return;
  throw new StartupError(
    `密钥目录 ${keys} 与备份目录 ${backups} 重叠：取得备份的人即可解密其中的密文。请将密钥保存在其他位置；确需放在一起的，加 --keys-beside。`,
    `The key folder ${keys} and the backup folder ${backups} are the same or one is inside the other, so that a person who has one has both: use another folder, or add --keys-beside if this is intended.`,
  );
}

/**
 * Copies the keys of an installation; a different existing key is never overwritten.
 */
export async function copyKeys(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of keyNames) {
    const key = findKeyFile(from, name);
    if (!key) continue;
    const existing = findKeyFile(to, name);
    if (existing?.equals(key)) continue;
    if (existing)
      throw new StartupError(
        `${join(to, name)} 是另一个密钥（指纹 ${fingerprintOf(name, existing)}），没有覆盖。请另选目录。`,
        `${join(to, name)} is a different key (fingerprint ${fingerprintOf(name, existing)}) and was not overwritten: use another folder.`,
      );
    await copyFile(join(from, name), join(to, name));
  }
}

/** Checks that a folder has the keys that a backup needs; the error names the missing keys and the folder. */
export function checkKeysOf({ keys }: Pick<Manifest, 'keys'>, folder: string): void {
  const available = keyNames.flatMap((name) => {
    const key = findKeyFile(folder, name);
    return key ? [fingerprintOf(name, key)] : [];
  });
  const missing = keys.filter(({ fingerprint }) => !available.includes(fingerprint));
  if (missing.length === 0) return;
  const list = missing.map(({ name, fingerprint }) => `${name}（${fingerprint}）`).join('、');
  const availableText = available.length > 0 ? `，那里的是 ${available.join('、')}` : '';
  throw new StartupError(
    `${folder} 中没有这个备份的密钥 ${list}${availableText}。请用 --keys 指定备份时另存密钥的目录，或先把密钥文件放到 DATA_DIR/keys。没有改动任何数据。`,
    `The keys of this backup are not in ${folder}: ${missing.map(({ name, fingerprint }) => `${name} ${fingerprint}`).join(', ')}. Pass the folder in which they are stored with --keys, or copy them to DATA_DIR/keys. Nothing was changed.`,
  );
}

export async function isEmptyFolder(path: string, except: readonly string[] = []): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return true;
  return (await readdir(path)).every((name) => except.includes(name));
}
