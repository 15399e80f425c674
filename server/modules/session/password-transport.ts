import { sm2 } from 'sm-crypto-v2';
import { wrappedPasswordPrefix } from '#domain/passwords/wrapped-password.ts';
import type { Context } from '#server/context/context.ts';
import { findSecret, keepSecret } from './queries.ts';

const secretName = 'password-transport';

interface KeyPair {
  publicKey: string;
  privateKey: string;
}

/** The key pair that all server processes share; made once, kept sealed. */
async function getKeyPair(context: Context): Promise<KeyPair> {
  const sealed =
    (await findSecret(context.db, secretName)) ??
    (await keepSecret(
      context.db,
      secretName,
      context.crypto.seal(JSON.stringify(sm2.generateKeyPairHex())),
      context.now(),
    ));
  return JSON.parse(context.crypto.open(sealed)) as KeyPair;
}

export async function getPublicKey(context: Context): Promise<string> {
  return (await getKeyPair(context)).publicKey;
}

/**
 * The password as it was typed. Undefined when the wrapping cannot be undone, or when it came in clear in production:
 * plain passwords are for scripts against the demo.
 */
export async function unwrapPassword(context: Context, sent: string): Promise<string | undefined> {
  if (!sent.startsWith(wrappedPasswordPrefix))
    return context.config.mode === 'demo' || sent === '' ? sent : undefined;
  const cipher = sent.slice(wrappedPasswordPrefix.length);
  if (!/^[0-9a-f]{194,}$/i.test(cipher)) return undefined;
  const { privateKey } = await getKeyPair(context);
  try {
    const plain = sm2.doDecrypt(cipher, privateKey, 1, { output: 'string' });
    return plain === '' ? undefined : plain;
  } catch {
    return undefined;
  }
}
