import { sm2 } from 'sm-crypto-v2';
import { encryptedPasswordPrefix, readPasswordWithNonce } from '#domain/passwords/encrypted-password.ts';
import type { Context } from '#server/framework/context.ts';
import { findSecret, storeSecret } from './queries.ts';

const secretName = 'password-transport';

interface KeyPair {
  publicKey: string;
  privateKey: string;
}

/** Returns the key pair that all server processes share; created once, stored encrypted. */
async function getKeyPair(context: Context): Promise<KeyPair> {
  const sealed =
    (await findSecret(context.db, secretName)) ??
    (await storeSecret(
      context.db,
      secretName,
      context.crypto.seal(JSON.stringify(sm2.generateKeyPairHex())),
      context.now(),
    ));
  return JSON.parse(context.crypto.open(sealed, 'key')) as KeyPair;
}

export async function getPublicKey(context: Context): Promise<string> {
  return (await getKeyPair(context)).publicKey;
}

export function isEncryptedPassword(text: string): boolean {
  return text.startsWith(encryptedPasswordPrefix);
}

/**
 * Returns the password as typed. Undefined if it cannot be decrypted, if it was bound to another nonce, or if
 * it was sent unencrypted in production: plain passwords are for scripts against the demo. The caller uses up
 * the nonce.
 */
export async function decryptPassword(
  context: Context,
  text: string,
  nonce: string,
): Promise<string | undefined> {
  if (!isEncryptedPassword(text)) return context.config.mode === 'demo' || text === '' ? text : undefined;
  const cipher = text.slice(encryptedPasswordPrefix.length);
  if (!/^[0-9a-f]{194,}$/i.test(cipher)) return undefined;
  const { privateKey } = await getKeyPair(context);
  try {
    const plain = sm2.doDecrypt(cipher, privateKey, 1, { output: 'string' });
    return readPasswordWithNonce(plain, nonce);
  } catch {
    return undefined;
  }
}
