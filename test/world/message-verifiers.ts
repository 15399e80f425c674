import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** A request as a provider receives it; header names in lower case. */
export interface ArrivedRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}

/**
 * Verifies a signature as a provider does: it computes it again from the received request. Written from the
 * providers' documentation and independently of the code that signs, so that an error there is not repeated
 * here.
 */

export function verifyAcs3(request: ArrivedRequest, accessKeySecret: string): boolean {
  const [scheme, ...rest] = (request.headers.authorization ?? '').split(' ');
  const fields = new Map(
    rest
      .join(' ')
      .split(',')
      .map((part) => part.split(/=(.*)/s) as [string, string]),
  );
  const signedHeaders = (fields.get('SignedHeaders') ?? '').split(';');
  const url = new URL(request.url);
  if (scheme !== 'ACS3-HMAC-SHA256' || request.headers['x-acs-content-sha256'] !== hex(request.body))
    return false;
  let canonical = `${request.method}\n${url.pathname}\n`;
  const pairs = [...url.searchParams].map(
    ([name, value]) => [encodeStrictly(name), encodeStrictly(value)] as const,
  );
  canonical += pairs
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&');
  canonical += '\n';
  for (const name of signedHeaders) canonical += `${name}:${(request.headers[name] ?? '').trim()}\n`;
  canonical += `\n${signedHeaders.join(';')}\n${hex(request.body)}`;
  const expected = createHmac('sha256', accessKeySecret)
    .update(`${scheme}\n${hex(canonical)}`)
    .digest('hex');
  return isSame(expected, fields.get('Signature') ?? '');
}

export function verifyTc3(request: ArrivedRequest, secretKey: string): boolean {
  const match =
    /^TC3-HMAC-SHA256 Credential=[^/]+\/(?<day>[\d-]{10})\/(?<service>\w+)\/tc3_request, SignedHeaders=(?<covered>[^,]+), Signature=(?<signature>[0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )?.groups;
  if (!match) return false;
  const { day = '', service = '', covered: signedHeaders = '', signature = '' } = match;
  const seconds = Number(request.headers['x-tc-timestamp']);
  if (new Date(seconds * 1000).toISOString().slice(0, 10) !== day) return false;
  const lines = signedHeaders
    .split(';')
    .map((name) => `${name}:${(request.headers[name] ?? '').trim().toLowerCase()}\n`);
  const canonical = `${request.method}\n/\n\n${lines.join('')}\n${signedHeaders}\n${hex(request.body)}`;
  const signingKey = [day, service, 'tc3_request'].reduce(
    (key: Buffer, part) => createHmac('sha256', key).update(part).digest(),
    Buffer.from(`TC3${secretKey}`),
  );
  const toSign = `TC3-HMAC-SHA256\n${seconds}\n${day}/${service}/tc3_request\n${hex(canonical)}`;
  return isSame(createHmac('sha256', signingKey).update(toSign).digest('hex'), signature);
}

export function verifyChat(request: ArrivedRequest, secretKey: string): boolean {
  const { pathname } = new URL(request.url);
  const names: string[] = [];
  const params = new URLSearchParams(request.body);
  for (const [name, value] of params) names.push(`${name}=${value}`);
  names.sort();
  const lines = [
    request.method,
    request.headers['x-hmac-auth-timestamp'],
    request.headers['x-hmac-auth-nonce'],
    pathname,
    names.join('&'),
  ];
  const expected = createHmac('sha256', secretKey).update(lines.join('\n')).digest('base64');
  return isSame(expected, request.headers['x-hmac-auth-signature'] ?? '');
}

function hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Encodes by RFC 3986, byte for byte. */
function encodeStrictly(text: string): string {
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[A-Za-z0-9\-_.~]/.test(character)
        ? character
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

function isSame(expected: string, given: string): boolean {
  return expected.length === given.length && timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}
