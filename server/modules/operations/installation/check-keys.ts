import { join } from 'node:path';
import { fingerprintOf } from '#server/kernel/crypto/crypto.ts';
import { findKeyFile, type KeyName, keyNames } from '#server/kernel/crypto/key-files.ts';
import { StartupError } from '#server/kernel/errors/startup-error.ts';
import type { NeededKey, StoredInstallation } from './queries.ts';

/** Consequence of the loss of each key, as a text for the person who has to find the key. */
const losses: Record<KeyName, { chinese: string; english: string }> = {
  'encryption.key': {
    chinese: '缺少该密钥，证件号码、手机号、加密的表单和档案均无法解密',
    english: 'without it no encrypted number, form or archive package can be decrypted',
  },
  'audit.key': {
    chinese: '没有它，审计记录无法核对，也接不下去',
    english: 'without it the audit log can neither be verified nor be continued',
  },
};

/**
 * Refuses to continue if a key that the database needs is missing or replaced by another one: data that was
 * encrypted with one key cannot be read with another. Returns the available keys; a new database may need none yet.
 */
export function checkKeys(folder: string, installation: StoredInstallation): Map<KeyName, Buffer> {
  const available = new Map<KeyName, Buffer>();
  for (const name of keyNames) {
    const key = findKeyFile(folder, name);
    if (key) available.set(name, key);
    const needed = installation.keys.filter((key) => key.name === name);
    const missing = missingFingerprints(
      needed,
      key ? [fingerprintOf(name, key)] : [],
      installation.isMarked ? 'every' : 'some',
    );
    if (missing.length === 0) continue;
    throw wrongKeyError(join(folder, name), name, missing, key && fingerprintOf(name, key));
  }
  return available;
}

/**
 * Returns the fingerprints that the database needs and that no available key has. Every recorded fingerprint
 * is needed, so newer keys may exist together with older ones (rotation). For a database without recorded
 * fingerprints, one matching key is enough.
 */
export function missingFingerprints(
  needed: readonly NeededKey[],
  available: readonly string[],
  required: 'every' | 'some',
): string[] {
  const missing = needed.filter(
    ({ fingerprint }) => !available.some((candidate) => candidate.startsWith(fingerprint)),
  );
  const isEnough = required === 'some' && missing.length < needed.length;
  return isEnough ? [] : missing.map(({ fingerprint }) => fingerprint);
}

function wrongKeyError(
  path: string,
  name: KeyName,
  missing: readonly string[],
  actual: string | undefined,
): StartupError {
  const loss = losses[name];
  const expected = missing.join('、');
  const [problem, english] = actual
    ? [
        `密钥文件 ${path} 不是此数据库的密钥：需要的密钥指纹是 ${expected}，这个文件的指纹是 ${actual}`,
        `The key file ${path} is not of this database, which needs the key of fingerprint ${missing.join(', ')}; the file's is ${actual}`,
      ]
    : [
        `找不到密钥文件 ${path}：此数据库需要指纹为 ${expected} 的密钥`,
        `There is no key file ${path}: this database needs the key of fingerprint ${missing.join(', ')}`,
      ];
  return new StartupError(
    `${problem}。${loss.chinese}。请从备份恢复这个文件，或检查 DATA_DIR 和数据库是否配对；没有改动任何数据。`,
    `${english}; ${loss.english}. Restore it from the backup, or check that DATA_DIR and the database belong together. Nothing was changed.`,
  );
}
