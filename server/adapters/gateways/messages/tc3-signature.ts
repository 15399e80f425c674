import { createHash, createHmac } from 'node:crypto';

/** The parts of a POST to `/` that Tencent Cloud's signature method v3 covers. */
export interface Tc3Request {
  service: string;
  /** Signed headers by lower-case name, with the signed values. */
  headers: Readonly<Record<string, string>>;
  body: string;
  timestampSeconds: number;
}

const algorithm = 'TC3-HMAC-SHA256';

/**
 * Returns the Authorization header of TC3-HMAC-SHA256, as published in "签名方法 v3"
 * (cloud.tencent.com/document/api/213/30654).
 */
export function signTc3(request: Tc3Request, secretId: string, secretKey: string): string {
  const names = Object.keys(request.headers).sort();
  const signedHeaders = names.join(';');
  const day = new Date(request.timestampSeconds * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${request.service}/tc3_request`;
  const text = [algorithm, String(request.timestampSeconds), scope, sha256Hex(canonicalOf(request))].join(
    '\n',
  );
  const key = hmac(hmac(hmac(`TC3${secretKey}`, day), request.service), 'tc3_request');
  const signature = hmac(key, text).toString('hex');
  return `${algorithm} Credential=${secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}

function canonicalOf({ headers, body }: Tc3Request): string {
  const names = Object.keys(headers).sort();
  const lines = names.map((name) => `${name}:${headers[name]?.trim()}`);
  return ['POST', '/', '', ...lines, '', names.join(';'), sha256Hex(body)].join('\n');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}

function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
