import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
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

/** Keeps sensitive values unreadable at rest and still findable by their exact value. */
export interface Crypto {
  /** `v1:<key id>:<nonce>:<text and tag>`, so that a later key can be told from an earlier one. */
  seal(plain: string): string;
  /** Throws when the text was changed or its key is not at hand: both are faults, never user input. */
  open(sealed: string): string;
  /** A keyed digest for exact search; without the key a dictionary of ID numbers cannot be tried against it. */
  searchHash(value: string): string;
}

const version = 'v1';

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `banjian/${purpose}`, 32));
}

/** `secrets` are 32-byte keys, the one in use first; older ones only open. */
export function createCrypto(secrets: readonly Buffer[]): Crypto {
  const keys = secrets.map((secret) => {
    if (secret.length !== 32) throw new Error('An encryption key must have 32 bytes');
    return {
      id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
      sealing: derive(secret, 'seal'),
      searching: derive(secret, 'search'),
    };
  });
  const current = keys[0];
  if (!current) throw new Error('No encryption key');
  // The digest must not change when keys are rotated, so the oldest key makes it.
  const searching = (keys.at(-1) ?? current).searching;

  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.sealing, nonce);
      cipher.setAAD(Buffer.from(`${version}:${current.id}`));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}:${current.id}:${nonce.toString('base64url')}:${text.toString('base64url')}`;
    },
    open(sealed) {
      const [sealedVersion, id, nonce, text] = sealed.split(':');
      const key = keys.find((candidate) => candidate.id === id);
      if (sealedVersion !== version || !key || !nonce || !text) {
        throw new Error(`Sealed value of version ${sealedVersion} and key ${id} cannot be opened`);
      }
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key.sealing, Buffer.from(nonce, 'base64url'));
      decipher.setAAD(Buffer.from(`${version}:${id}`));
      decipher.setAuthTag(bytes.subarray(-16));
      return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8');
    },
    searchHash(value) {
      return createHmac('sha256', searching)
        .update(value.normalize('NFKC').toUpperCase())
        .digest('base64url');
    },
  };
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

/**
 * The key of this installation: made once, readable by its owner only, and never replaced.
 * NOTE: whoever loses this file loses every sealed value, so the backup must hold it.
 */
export function readOrCreateKeyFile(directory: string): Buffer {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, 'encryption.key');
  const temporary = `${path}.${process.pid}.new`;
  const descriptor = openSync(temporary, 'w', 0o600);
  writeSync(descriptor, `${randomBytes(32).toString('base64')}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  try {
    // A link fails when the name is taken, so that two processes starting at once agree on one key.
    linkSync(temporary, path);
  } catch (error) {
    if (!isExisting(error)) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
}
