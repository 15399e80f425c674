import { createHash, createHmac } from 'node:crypto';

/** The parts of a request that Alibaba Cloud's signature method V3 covers. */
export interface Acs3Request {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  /** `host`, `content-type` and every `x-acs-…`, by lower-case name. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

const algorithm = 'ACS3-HMAC-SHA256';

/**
 * Returns the Authorization header of ACS3-HMAC-SHA256, as published in "V3版本请求体&签名机制"
 * (help.aliyun.com/zh/sdk/product-overview/v3-request-structure-and-signature).
 */
export function signAcs3(request: Acs3Request, accessKeyId: string, accessKeySecret: string): string {
  const names = Object.keys(request.headers).sort();
  const signedHeaders = names.join(';');
  const canonical = [
    request.method,
    request.path,
    canonicalQuery(request.query),
    ...names.map((name) => `${name}:${request.headers[name]?.trim()}`),
    '',
    signedHeaders,
    sha256Hex(request.body),
  ].join('\n');
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${algorithm}\n${sha256Hex(canonical)}`)
    .digest('hex');
  return `${algorithm} Credential=${accessKeyId},SignedHeaders=${signedHeaders},Signature=${signature}`;
}

function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.keys(query)
    .sort()
    .map((name) => `${percentEncode(name)}=${percentEncode(query[name] ?? '')}`)
    .join('&');
}

/** Percent-encodes by RFC 3986: everything except letters, digits and `-_.~`. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}
