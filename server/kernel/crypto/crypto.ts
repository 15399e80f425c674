import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { KeyName } from './key-files.ts';

/** Kinds of encrypted values; the number of decryptions of each kind is monitored (docs/decisions/0175). */
export const encryptedKinds = [
  'applicant',
  'staff',
  'message',
  'draft',
  'form',
  'staging',
  'export',
  'archive',
  'session',
  'secondFactor',
  'key',
  'other',
] as const;
export type EncryptedKind = (typeof encryptedKinds)[number];

/** Encrypts sensitive values in the database and keeps them searchable by their exact value. */
export interface Crypto {
  /**
   * Returns `v1:<key id>:<nonce>:<text and tag>`, so that later keys can be distinguished from earlier ones.
   */
  seal(plain: string): string;
  /** Throws if the text was changed or its key is missing: both are errors, never user input. */
  open(sealed: string, kind?: EncryptedKind): string;
  /** The number of values that this process has decrypted; `failed` is the number of failures. */
  readonly decryptionCounts: ReadonlyMap<EncryptedKind | 'failed', number>;
  /**
   * Returns a keyed digest for exact search; without the key a dictionary of ID numbers cannot be tried
   * against it.
   */
  searchHash(value: string): string;
  /** Returns 32 bytes that only the current key can derive for this purpose. */
  deriveKey(purpose: string): Buffer;
  /**
   * Returns HMAC-SM3 with the key of the audit log, as `hmac-sm3:<key id>:<64 hex digits>`; it cannot be
   * forged without the key.
   */
  signAuditLog(text: string): string;
}

const version = 'v1';

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `banjian/${purpose}`, 32));
}

/** Returns `hmac-sm3:<key id>:`, the prefix of every signature with this key. */
function auditPrefix(key: Buffer): string {
  return `hmac-sm3:${createHash('sha256').update(key).digest('hex').slice(0, 8)}:`;
}

/** Derives the key that signs the audit log. */
const auditLogKey = (key: Buffer): Buffer => derive(key, 'trail');

/**
 * Identifies a key without revealing it. Everything encrypted or signed with the key contains the first eight
 * digits, so that the key of a value can be found.
 */
export function fingerprintOf(name: KeyName, key: Buffer): string {
  const known = name === 'audit.key' ? auditLogKey(key) : key;
  return createHash('sha256').update(known).digest('hex').slice(0, 16);
}

/**
 * Creates the encryption; `secrets` are 32-byte keys, the current one first; older ones only decrypt.
 * `auditKey` signs the audit log and has a file of its own; without one (tests, temporary installations) it
 * is derived from the oldest secret.
 */
export function createCrypto(secrets: readonly Buffer[], auditKey?: Buffer): Crypto {
  const keys = secrets.map((secret) => {
    if (secret.length !== 32) throw new Error('An encryption key must have 32 bytes');
    return {
      id: createHash('sha256').update(secret).digest('hex').slice(0, 8),
      // Created once: converting a buffer to a key at every use takes longer than the encryption or hashing.
      sealing: createSecretKey(derive(secret, 'seal')),
      searching: createSecretKey(derive(secret, 'search')),
      deriving: derive(secret, 'derive'),
    };
  });
  const current = keys[0];
  if (!current) throw new Error('There is no encryption key');
  // The digest must not change when keys are rotated, so the oldest key is used.
  const searching = (keys.at(-1) ?? current).searching;
  const log = auditLogKey(auditKey ?? secrets.at(-1) ?? Buffer.alloc(0));
  const prefix = auditPrefix(log);
  const auditSigner = createSecretKey(log);

  function unseal(sealed: string): string {
    const [sealedVersion, id, nonce, text] = sealed.split(':');
    const key = keys.find((candidate) => candidate.id === id);
    if (sealedVersion !== version || !key || !nonce || !text) {
      throw new Error(`The encrypted value of version ${sealedVersion} and key ${id} cannot be decrypted`);
    }
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key.sealing, Buffer.from(nonce, 'base64url'));
    decipher.setAAD(Buffer.from(`${version}:${id}`));
    decipher.setAuthTag(bytes.subarray(-16));
    return decipher.update(bytes.subarray(0, -16), undefined, 'utf8') + decipher.final('utf8');
  }

  const decryptionCounts = new Map<EncryptedKind | 'failed', number>();
  const count = (kind: EncryptedKind | 'failed') =>
    void decryptionCounts.set(kind, (decryptionCounts.get(kind) ?? 0) + 1);

  return {
    decryptionCounts,
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', current.sealing, nonce);
      cipher.setAAD(Buffer.from(`${version}:${current.id}`));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}:${current.id}:${nonce.toString('base64url')}:${text.toString('base64url')}`;
    },
    open(sealed, kind = 'other') {
      try {
        const plain = unseal(sealed);
        count(kind);
        return plain;
      } catch (error) {
        count('failed');
        throw error;
      }
    },
    searchHash(value) {
      return createHmac('sha256', searching)
        .update(value.normalize('NFKC').toUpperCase())
        .digest('base64url');
    },
    deriveKey(purpose) {
      return derive(current.deriving, purpose);
    },
    signAuditLog(text) {
      return prefix + createHmac('sm3', auditSigner).update(text).digest('hex');
    },
  };
}
