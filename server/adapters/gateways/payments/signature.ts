import { createHash, type KeyObject, sign, verify } from 'node:crypto';

/**
 * Signatures of the payment gateway: SHA-256 with RSA, so that neither side can forge what the other has signed, and a
 * stored notice proves its sender. Three kinds of texts are signed, each begins with its kind.
 */
export interface SignedParts {
  kind: 'REQUEST' | 'ANSWER' | 'NOTICE';
  /** The path of a request; the nonce of the request for an answer, which binds it to one; empty for a notice. */
  subject: string;
  merchantId: string;
  /** Seconds since 1970. */
  timestamp: string;
  nonce: string;
  body: string | Buffer;
}

/** Seconds by which the clocks of both sides may differ. */
const timestampWindowSeconds = 300;

function signedText({ kind, subject, merchantId, timestamp, nonce, body }: SignedParts): Buffer {
  const digest = createHash('sha256').update(body).digest('hex');
  return Buffer.from([kind, subject, merchantId, timestamp, nonce, digest, ''].join('\n'));
}

/** Returns the signature in Base64. */
export function signParts(parts: SignedParts, privateKey: KeyObject): string {
  return sign('sha256', signedText(parts), privateKey).toString('base64');
}

/**
 * Returns the reason why the parts are not accepted at this time; undefined if they are. The time limits how long a
 * copied request can be sent again; a repeated notice within it is recognised by its id.
 */
export function problemOfSignature(
  parts: SignedParts & { signature: string },
  publicKey: KeyObject,
  now: Date,
): string | undefined {
  const { timestamp, nonce, signature } = parts;
  if (!/^\d{9,11}$/.test(timestamp) || !/^[\w-]{8,100}$/.test(nonce)) return 'header-missing';
  if (!/^[A-Za-z0-9+/]{100,1400}={0,2}$/.test(signature)) return 'signature-missing';
  if (!verify('sha256', signedText(parts), publicKey, Buffer.from(signature, 'base64')))
    return 'signature-wrong';
  const differenceSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return differenceSeconds > timestampWindowSeconds ? 'timestamp-old' : undefined;
}
