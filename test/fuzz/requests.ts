import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { parseInput } from '#server/kernel/http/input.ts';
import type { Random } from '#server/seeds/demo/random.ts';
import { samplePdf } from '#server/seeds/demo/sample-pdf.ts';
import { pathOf } from '#test/world/office.ts';
import { mutateValue, type Schema, sampleOf } from './values.ts';

/** One call as an HTTP request. */
export interface FuzzRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
  /** True if it matches the call's own schema. */
  isValid: boolean;
}

/** Sources of values for a request: single fields, and complete bodies that need existing objects. */
export interface RequestSources {
  value: (field: string) => unknown;
  body: unknown;
}

type Parts = Record<'params' | 'query' | 'body', unknown>;

const schemas = new WeakMap<Endpoint, Record<keyof Parts, Schema>>();

function schemasOf(endpoint: Endpoint): Record<keyof Parts, Schema> {
  const toJsonSchema = (schema: z.ZodType) =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const existing = schemas.get(endpoint) ?? {
    params: toJsonSchema(endpoint.params),
    query: toJsonSchema(endpoint.query),
    body: toJsonSchema(endpoint.body),
  };
  schemas.set(endpoint, existing);
  return existing;
}

/** Makes a valid request, one with wrong values, or one that is sent in a wrong way. */
export function makeRequest(endpoint: Endpoint, sources: RequestSources, random: Random): FuzzRequest {
  const validParts = makeValidParts(endpoint, sources, random);
  const share = random.next();
  if (share < 0.68) return sendParts(endpoint, validParts, random);
  if (share < 0.9) return sendParts(endpoint, mutateParts(validParts, random), random);
  return corruptTransport(sendParts(endpoint, validParts, random), random);
}

function makeValidParts(endpoint: Endpoint, { value, body }: RequestSources, random: Random): Parts {
  const schema = schemasOf(endpoint);
  return {
    params: sampleOf(schema.params, random, value),
    query: sampleOf(schema.query, random, value),
    body: body ?? sampleOf(schema.body, random, value),
  };
}

function mutateParts(parts: Parts, random: Random): Parts {
  const filled = (Object.keys(parts) as (keyof Parts)[]).filter(
    (name) => Object.keys((parts[name] ?? {}) as object).length > 0,
  );
  const name = filled.length > 0 && random.chance(0.9) ? random.pick(filled) : 'query';
  return { ...parts, [name]: mutateValue(parts[name], random) };
}

/** Converts a value to text for an address or a form; an object is written as JSON. */
function textOf(value: unknown): string {
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  // No longer than the server's limit for addresses, which has its own tests.
  return text.toWellFormed().slice(0, 2000);
}

function asPairs(part: unknown): [string, string][] {
  if (typeof part !== 'object' || part === null) return part === undefined ? [] : [['', textOf(part)]];
  return Object.entries(part).flatMap(([name, value]) =>
    Array.isArray(value) && value.length < 20
      ? value.map((one): [string, string] => [name, textOf(one)])
      : [[name, textOf(value)] as [string, string]],
  );
}

const asText = (part: unknown) => Object.fromEntries(asPairs(part));

function sendParts(endpoint: Endpoint, { params, query, body }: Parts, random: Random): FuzzRequest {
  const path = pathOf(endpoint, asText(params));
  const search = new URLSearchParams(asPairs(query)).toString();
  const request = {
    method: endpoint.method,
    url: search ? `${path}?${search}` : path,
    headers: {},
    isValid: 'values' in parseInput(endpoint, { params: asText(params), query: asText(query), body }),
  };
  if (endpoint.method === 'GET') return request;
  if (endpoint.encoding === 'multipart') return { ...request, ...multipart(random) };
  if (endpoint.encoding === 'form') {
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return { ...request, headers: type, payload: new URLSearchParams(asPairs(body)).toString() };
  }
  return { ...request, headers: { 'content-type': 'application/json' }, payload: JSON.stringify(body) ?? '' };
}

const fileNames = ['来信.pdf', 'a.PDF', '../../etc/passwd', '.pdf', 'x'.repeat(300), 'a.exe', '"', ''];

function multipart(random: Random): Pick<FuzzRequest, 'headers' | 'payload'> {
  const boundary = random.pick(['b', 'b', 'b', '----x', 'b'.repeat(70), 'b'.repeat(300), '']);
  const bytes = random.chance(0.7) ? samplePdf : Buffer.from('MZ'.repeat(random.int(0, 50)));
  const name = random.chance(0.8) ? 'file' : random.pick(['files', '__proto__', '']);
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${random.chance(0.6) ? '来信.pdf' : random.pick(fileNames)}"\r\ncontent-type: application/pdf\r\n\r\n`;
  const whole = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const payload = random.chance(0.8) ? whole : whole.subarray(0, random.int(0, whole.length));
  const parameter = random.chance(0.95) ? `; boundary=${boundary}` : '';
  return { headers: { 'content-type': `multipart/form-data${parameter}` }, payload };
}

const types = [
  'application/json; charset=utf-16',
  'APPLICATION/JSON',
  'application/xml',
  'text/plain',
  'text/html',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  '*/*',
  ';',
  '',
];

const brokenBodies: readonly (string | Buffer)[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '1e400',
  '{"a":1e400}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{}}}',
  '['.repeat(20_000),
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  Buffer.from('\ufeff{}', 'utf16le'),
  Buffer.from([0xc3, 0x28, 0xff, 0x00]),
  'a=%zz&a[b][c]=1&=&&',
  '--b--',
];

type TransportMutation = (request: FuzzRequest, random: Random) => Partial<FuzzRequest>;

const transportMutations: readonly TransportMutation[] = [
  (request, random) => ({ headers: { ...request.headers, 'content-type': random.pick(types) } }),
  (_sent, random) => ({ payload: random.pick(brokenBodies) }),
  (request, random) => ({
    headers: { ...request.headers, 'content-type': random.pick(types) },
    payload: random.pick(brokenBodies),
  }),
  ({ payload }, random) => ({ payload: Buffer.from(payload ?? '').subarray(0, random.int(0, 200)) }),
  (request) => ({
    url: `${request.url}${request.url.includes('?') ? '&' : '?'}%zz=%ff&a[]=1&a=2&a=3&__proto__=x`,
  }),
  (request) => ({ url: `${request.url}/%2e%2e/%00` }),
  (request) => ({ url: request.url.replaceAll('/', '//') }),
  (request) => ({ url: `${request.url}#part` }),
  (request, random) => ({
    method: random.pick(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'HEAD']),
    ...(request.payload ? { payload: request.payload } : {}),
  }),
  (request, random) => ({
    headers: {
      ...request.headers,
      'idempotency-key': random.pick(['', 'short', 'x'.repeat(5000), '__proto__', 'ü-ü-ü-ü-ü']),
    },
  }),
  (request) => ({ headers: { ...request.headers, 'x-access-token': 'x'.repeat(8000) } }),
  (request) => ({
    headers: { ...request.headers, 'x-forwarded-for': '1.2.3.4, ::1, <script>', host: 'other.example' },
  }),
  (request) => ({
    headers: { ...request.headers, 'user-agent': '\u00e9'.repeat(4000), accept: 'text/html' },
  }),
  (request) => ({ headers: { ...request.headers, 'content-encoding': 'gzip' } }),
];

function corruptTransport(request: FuzzRequest, random: Random): FuzzRequest {
  return { ...request, ...random.pick(transportMutations)(request, random), isValid: false };
}
