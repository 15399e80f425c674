import { createHash, createHmac } from 'node:crypto';
import type { S3Config } from '#server/kernel/config/outside-systems.ts';

/** A request to send, without its signature. */
export interface PlainRequest {
  method: string;
  /** Already percent-encoded, segment by segment. */
  path: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  /** In hexadecimal: the store refuses a different body. */
  bodySha256: string;
}

/** Percent-encodes a text for the signature: every character except the unreserved ones of RFC 3986. */
export function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function queryText(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** Returns the headers of a request with its signature (AWS Signature Version 4, `s3`). */
export function signRequest(
  config: Pick<S3Config, 'region' | 'accessKeyId' | 'secretAccessKey'>,
  host: string,
  { method, path, query, headers, bodySha256 }: PlainRequest,
  now: Date,
): Record<string, string> {
  const time = now.toISOString().replace(/[-:]|\.\d{3}/g, '');
  const day = time.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    host,
    'x-amz-content-sha256': bodySha256,
    'x-amz-date': time,
  };
  const names = Object.keys(all).sort();
  const signed = names.join(';');
  const canonical = [
    method,
    path,
    queryText(query),
    ...names.map((name) => `${name}:${all[name]?.trim()}`),
    '',
    signed,
    bodySha256,
  ].join('\n');
  const scope = `${day}/${config.region}/s3/aws4_request`;
  const key = [config.region, 's3', 'aws4_request'].reduce(
    (one, part) => hmac(one, part),
    hmac(`AWS4${config.secretAccessKey}`, day),
  );
  const signature = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')).toString(
    'hex',
  );
  const { host: _host, ...sent } = all;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${config.accessKeyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}
