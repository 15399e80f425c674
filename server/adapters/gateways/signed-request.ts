import { createHash, createHmac, randomUUID } from 'node:crypto';
import { isSameText } from '#server/kernel/crypto/secrets.ts';

/** The account of the portal at another system; both know the secret. */
export interface SigningAccount {
  appId: string;
  secret: string;
}

/** The signed parts of a request. */
export interface SignableRequest {
  method: 'GET' | 'POST';
  /** The path without the query. */
  path: string;
  body: string | Uint8Array;
}

/** Largest difference in time between a request and its arrival. */
const maxAgeMs = 10 * 60_000;

/** Returns the headers of a request that is signed by HMAC-SHA256 over method, path, time, nonce and the digest of the body. */
export function signedHeaders(
  { appId, secret }: SigningAccount,
  request: SignableRequest,
  at: Date,
): Record<string, string> {
  const [timestamp, nonce] = [String(at.getTime()), randomUUID()];
  return {
    'content-type': 'application/json',
    'x-app-id': appId,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signatureOf(secret, request, timestamp, nonce),
  };
}

/** Checks that a received request was signed with the secret of this account, at most ten minutes ago. */
export function isSignedBy(
  { appId, secret }: SigningAccount,
  request: SignableRequest,
  headers: Readonly<Record<string, unknown>>,
  now: Date,
): boolean {
  const [id = '', timestamp = '', nonce = '', signature = ''] = [
    'x-app-id',
    'x-timestamp',
    'x-nonce',
    'x-signature',
  ].map((name) => (typeof headers[name] === 'string' ? headers[name] : ''));
  if (!/^\d{10,16}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp)) > maxAgeMs) return false;
  if (!/^[\w-]{8,64}$/.test(nonce)) return false;
  return isSameText(id, appId) && isSameText(signature, signatureOf(secret, request, timestamp, nonce));
}

function signatureOf(
  secret: string,
  { method, path, body }: SignableRequest,
  timestamp: string,
  nonce: string,
): string {
  const digest = createHash('sha256').update(body).digest('hex');
  return createHmac('sha256', secret)
    .update([method, path, timestamp, nonce, digest].join('\n'))
    .digest('hex');
}
