import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';

export type KeyName = 'encryption.key' | 'audit.key';
/**
 * Key files of an installation; all other keys are random, encrypted with these and stored in the database.
 */
export const keyNames: readonly KeyName[] = ['encryption.key', 'audit.key'];

const keyBytes = 32;

/** Returns the folder of the keys of an installation. */
export function keyFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'keys');
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * Returns a key of this installation: created once, readable by its owner only, and never replaced. NOTE:
 * without `encryption.key` every encrypted value is lost, and without `audit.key` the audit log can no longer
 * be verified, so backups must contain both.
 */
export function readOrCreateKeyFile(directory: string, name: KeyName = 'encryption.key'): Buffer {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, name);
  // Not with the process id, which is 1 in every container.
  const temporary = `${path}.${randomUUID()}.new`;
  const descriptor = openSync(temporary, 'w', 0o600);
  writeSync(descriptor, `${randomBytes(keyBytes).toString('base64')}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    // A link fails if the name exists, so that two processes starting at once agree on one key.
    linkSync(temporary, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return readKeyFile(directory, name);
}

/** Returns a key that must already exist. */
export function readKeyFile(directory: string, name: KeyName): Buffer {
  const key = findKeyFile(directory, name);
  if (key) return key;
  const path = join(directory, name);
  throw new StartupError(`找不到密钥文件 ${path}。`, `There is no key file ${path}.`);
}

/** Returns the key of that name; undefined if there is no such file. Refuses a file that is no key. */
export function findKeyFile(directory: string, name: KeyName): Buffer | undefined {
  const path = join(directory, name);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new StartupError(
      `无法读取密钥文件 ${path}（${reasonOf(error)}），请检查属主和权限。`,
      `The key file ${path} cannot be read: check its owner and permissions.`,
      { cause: error },
    );
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === keyBytes) return key;
  throw new StartupError(
    `密钥文件 ${path} 不完整或已损坏，请从备份恢复。`,
    `The key file ${path} is incomplete or damaged: restore it from a backup.`,
  );
}
