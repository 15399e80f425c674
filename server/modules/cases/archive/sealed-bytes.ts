import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';

/**
 * A package says in the clear what rests sealed in the portal, so its bytes rest sealed as well, by a key of its own that
 * is kept sealed in its row: a package is as long as it is, and the key of the installation may be changed.
 */

interface Key {
  key: string;
  nonce: string;
  tag: string;
}

const algorithm = 'aes-256-gcm';

/** A stream that seals what goes through it; when it has ended, `keySealed` says what opens it. */
export function sealing(crypto: Pick<Crypto, 'seal'>) {
  const key = randomBytes(32);
  const nonce = randomBytes(12);
  const stream = createCipheriv(algorithm, key, nonce);
  return {
    stream,
    keySealed(): string {
      const kept: Key = {
        key: key.toString('base64url'),
        nonce: nonce.toString('base64url'),
        tag: stream.getAuthTag().toString('base64url'),
      };
      return crypto.seal(JSON.stringify(kept));
    },
  };
}

/** The bytes as they were sealed. The last of them comes with an error where one of them was changed. */
export function opened(crypto: Pick<Crypto, 'open'>, bytes: Readable, keySealed: string): Readable {
  const { key, nonce, tag } = JSON.parse(crypto.open(keySealed, 'archive')) as Key;
  const stream = createDecipheriv(algorithm, Buffer.from(key, 'base64url'), Buffer.from(nonce, 'base64url'));
  stream.setAuthTag(Buffer.from(tag, 'base64url'));
  bytes.once('error', (error) => stream.destroy(error));
  // A reader that stops also stops the source.
  stream.once('close', () => bytes.destroy());
  return bytes.pipe(stream);
}
