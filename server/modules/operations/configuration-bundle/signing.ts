import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
} from 'node:crypto';
import type { BundlePart } from '#domain/office/bundle-parts.ts';
import type { Context } from '#server/framework/context.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';
import { findSecret, storeSecret } from '#server/modules/access/session/service.ts';

const secretName = 'office-package';

/** The manifest of a configuration bundle; `signature` covers all other fields. */
export interface BundleManifest {
  format: 1;
  kind: 'banjian-office-package';
  office: string;
  version: string;
  at: string;
  parts: { part: BundlePart; file: string; rows: number; bytes: number; sha256: string }[];
  publicKey: string;
  signature: string;
}

/**
 * Returns the key of the installation, which other offices identify by its fingerprint. It is created once, and stored
 * encrypted.
 */
async function ownKey(context: Context) {
  const make = () =>
    context.crypto.seal(
      generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    );
  const sealed =
    (await findSecret(context.db, secretName)) ??
    (await storeSecret(context.db, secretName, make(), context.now()));
  const key = Buffer.from(context.crypto.open(sealed), 'base64');
  return createPrivateKey({ key, type: 'pkcs8', format: 'der' });
}

const publicText = (key: Awaited<ReturnType<typeof ownKey>>) =>
  createPublicKey(key).export({ type: 'spki', format: 'der' }).toString('base64');

/** Returns eight groups of four hexadecimal digits, which people can compare by phone. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex');
  return digest.slice(0, 32).replace(/(.{4})(?=.)/g, '$1-');
}

export async function ownFingerprint(context: Context): Promise<string> {
  return fingerprintOf(publicText(await ownKey(context)));
}

const textOf = (fields: Omit<BundleManifest, 'signature'>) =>
  Buffer.from(canonicalJson(['office-package', fields]));

export async function signManifest(
  context: Context,
  fields: Omit<BundleManifest, 'signature' | 'publicKey'>,
): Promise<BundleManifest> {
  const key = await ownKey(context);
  const unsigned = { ...fields, publicKey: publicText(key) };
  return { ...unsigned, signature: sign(null, textOf(unsigned), key).toString('base64') };
}

/** Checks whether the manifest was signed with the key that it contains; only an Ed25519 key is accepted. */
export function verifySignature({ signature, ...fields }: BundleManifest): boolean {
  try {
    const key = createPublicKey({
      key: Buffer.from(fields.publicKey, 'base64'),
      type: 'spki',
      format: 'der',
    });
    return (
      key.asymmetricKeyType === 'ed25519' &&
      verify(null, textOf(fields), key, Buffer.from(signature, 'base64'))
    );
  } catch {
    return false;
  }
}
