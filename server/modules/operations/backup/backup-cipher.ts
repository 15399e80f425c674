import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Decrypter } from 'age-encryption';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import { checkRecipients, encrypterTo } from '#server/kernel/crypto/recipients.ts';
import { reasonOf, StartupError } from '#server/kernel/errors/startup-error.ts';
import { type Manifest, poolName } from './manifest.ts';

type Bytes = AsyncIterable<Uint8Array>;

/** Encoding of the bytes of a backup: plain, or encrypted for the people who may restore it. */
export interface BackupCipher {
  encrypt(source: Bytes): Bytes;
  /** Returns the name of contents in the pool. */
  nameOf(sha256: string): string;
  /** Entry of the manifest about the encryption; undefined if the backup is not encrypted. */
  encryption: Manifest['encryption'];
}

/** Function that decrypts; errors contain the name of the file. */
export type Decrypt = (encrypted: Bytes, fileName: string) => Bytes;

export const plain: BackupCipher = {
  encrypt: (source) => source,
  nameOf: (sha256) => sha256,
  encryption: undefined,
};

/**
 * Returns names of contents: a digest with the key of the installation, which is not in the backup, because a
 * plain digest would reveal a document to a person who has it.
 */
export const keyedName = (crypto: Pick<Crypto, 'searchHash'>) => (sha256: string) =>
  Buffer.from(crypto.searchHash(`backup ${sha256}`), 'base64url').toString('hex');

/** Returns the encryption for the configured recipients: this machine can encrypt but not decrypt. */
export function cipherForRecipients(
  recipients: readonly string[],
  crypto: Pick<Crypto, 'searchHash'>,
): BackupCipher {
  if (recipients.length === 0) return plain;
  checkRecipients(recipients);
  const sorted = [...recipients].sort();
  const digest = createHash('sha256').update(sorted.join()).digest('hex');
  return {
    async *encrypt(source) {
      yield* await encrypterTo(sorted).encrypt(ReadableStream.from(source));
    },
    nameOf: keyedName(crypto),
    encryption: { recipients: sorted, pool: `${poolName}-${digest.slice(0, 16)}` },
  };
}

/**
 * Returns the decryption of a backup with an identity of one of its recipients; a backup that is not
 * encrypted needs no identity.
 */
export async function decryptionOf(
  { encryption }: Pick<Manifest, 'encryption'>,
  identity: string | undefined,
): Promise<Decrypt> {
  if (!encryption) return (sealed) => sealed;
  const list = encryption.recipients.join('、');
  if (identity === undefined)
    throw new StartupError(
      `备份是加密的，公钥 ${list}。请用 --identity 指定与其中之一对应的私钥文件。没有改动任何数据。`,
      `The backup is encrypted for ${encryption.recipients.join(', ')}: pass the identity file of one of them with --identity. Nothing was changed.`,
    );
  const decrypter = await readIdentities(identity);
  return async function* decrypt(sealed, fileName) {
    try {
      yield* await decrypter.decrypt(ReadableStream.from(sealed));
    } catch (error) {
      if (/no identity matched/i.test(reasonOf(error)))
        throw new StartupError(
          `${fileName} 无法解密：${identity} 不是公钥 ${list} 对应的私钥。`,
          `${fileName} cannot be decrypted: ${identity} contains no identity of ${encryption.recipients.join(', ')}.`,
          { cause: error },
        );
      throw new StartupError(
        `${fileName} 被改动或损坏（${reasonOf(error)}）。`,
        `${fileName} was changed or damaged.`,
        {
          cause: error,
        },
      );
    }
  };
}

/** Reads the identities in a file of age; empty lines and lines that begin with `#` are skipped. */
async function readIdentities(path: string): Promise<Decrypter> {
  const decrypter = new Decrypter();
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').map((line) => line.trim());
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'));
  try {
    if (identities.length === 0) throw new Error('empty');
    for (const identity of identities) decrypter.addIdentity(identity);
  } catch {
    // The value is a secret, and must not be repeated.
    throw new StartupError(
      `${path} 不是私钥文件：文件不存在，或其中没有以 AGE-SECRET-KEY 开头的行，或含有其他内容。`,
      `${path} is not an identity file: it is missing, or has no line that begins with AGE-SECRET-KEY, or has other lines.`,
    );
  }
  return decrypter;
}
