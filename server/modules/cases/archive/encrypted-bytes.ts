import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';

/**
 * A package contains unmasked data that the portal stores encrypted, so its bytes are encrypted too, with a
 * key of its own that is stored encrypted in its row: packages are large, and the key of the installation may
 * be changed.
 */

interface Key {
  key: string;
  nonce: string;
  tag: string;
}

const algorithm = 'aes-256-gcm';

/** Returns a stream that encrypts its input; when it has ended, `keySealed` contains the key. */
export function createEncryptionStream(crypto: Pick<Crypto, 'seal'>) {
  const key = randomBytes(32);
  const nonce = randomBytes(12);
  const stream = createCipheriv(algorithm, key, nonce);
  return {
    stream,
    keySealed(): string {
      const storedKey: Key = {
        key: key.toString('base64url'),
        nonce: nonce.toString('base64url'),
        tag: stream.getAuthTag().toString('base64url'),
      };
      return crypto.seal(JSON.stringify(storedKey));
    },
  };
}

/** Returns the decrypted bytes. If they were changed, the stream ends with an error. */
export function decryptedBytes(crypto: Pick<Crypto, 'open'>, bytes: Readable, keySealed: string): Readable {
  const { key, nonce, tag } = JSON.parse(crypto.open(keySealed, 'archive')) as Key;
  const stream = createDecipheriv(algorithm, Buffer.from(key, 'base64url'), Buffer.from(nonce, 'base64url'));
  stream.setAuthTag(Buffer.from(tag, 'base64url'));
  bytes.once('error', (error) => stream.destroy(error));
  // A reader that stops also stops the source.
  stream.once('close', () => bytes.destroy());
  return bytes.pipe(stream);
}
