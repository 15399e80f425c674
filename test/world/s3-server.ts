import { createHash, createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A small S3 server for tests, with one bucket in memory. It computes every signature again from the received
 * request, by the published rules and without code of the portal, and refuses wrong ones.
 */

export const s3Keys = { accessKeyId: 'AKIDTEST', secretAccessKey: 'secret/of+tests', region: 'cn-test-1' };

/** A fault of the next request with this method, and this text in its address. */
export interface S3Fault {
  method: string;
  /** A text in the address. */
  urlPart?: string;
  kind:
    | 'unavailable'
    | 'cut'
    | 'cut in the middle'
    | 'wrong etag'
    | 'error behind 200'
    | 'hang'
    | 'hang in the middle'
    | 'login page'
    | 'denied'
    | 'no bucket'
    | 'nothing done'
    | 'unknown key'
    | 'other region';
  times?: number;
}

export async function startS3(bucket = 'files') {
  const objects = new Map<string, { bytes: Buffer; at: Date }>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const faults: S3Fault[] = [];
  const requests: string[] = [];
  const settings = { isClosing: false, aheadMs: 0 };
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request);
    // Some stores do this with every answer: the connection ends together with the body.
    if (settings.isClosing) response.setHeader('connection', 'close');
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    const fault = faults.find(
      (one) => one.method === method && url.includes(one.urlPart ?? '') && (one.times ?? 1) > 0,
    );
    if (fault) fault.times = (fault.times ?? 1) - 1;
    if (settings.aheadMs !== 0)
      response.setHeader('date', new Date(Date.now() + settings.aheadMs).toUTCString());
    if (fault?.kind === 'hang') return;
    // Imitates a gateway that gives this answer to everything.
    if (fault?.kind === 'login page')
      return send(response, 200, '<html>登录</html>', { 'content-type': 'text/html' });
    if (fault?.kind === 'denied') return send(response, 403, error('AccessDenied'));
    if (fault?.kind === 'no bucket') return send(response, 404, error('NoSuchBucket'));
    // The answer of versitygw.
    if (fault?.kind === 'unknown key') return send(response, 404, error('XAdminUserNotFound'));
    if (fault?.kind === 'other region') return send(response, 400, error('AuthorizationHeaderMalformed'));
    if (fault?.kind === 'nothing done') return send(response, 204);
    if (fault?.kind === 'cut') return request.socket.destroy();
    if (fault?.kind === 'unavailable') return send(response, 503, error('SlowDown'));
    const refusalCode = refusal(request, body, settings.aheadMs);
    if (refusalCode) return send(response, 403, error(refusalCode));
    const address = new URL(url, 'http://s3');
    const [, name, ...rest] = address.pathname.split('/').map(decodeURIComponent);
    if (name !== bucket) return send(response, 404, error('NoSuchBucket'));
    return handle({
      method,
      key: rest.join('/'),
      query: address.searchParams,
      body,
      request,
      response,
      fault,
    });
  }

  function handle(call: {
    method: string;
    key: string;
    query: URLSearchParams;
    body: Buffer;
    request: IncomingMessage;
    response: ServerResponse;
    fault: S3Fault | undefined;
  }) {
    const { method, key, query, body, request, response, fault } = call;
    const etag = (bytes: Buffer) => `"${fault?.kind === 'wrong etag' ? '0'.repeat(32) : md5(bytes)}"`;
    if (key === '') {
      if (method === 'HEAD') return send(response, 200);
      const prefix = query.get('prefix') ?? '';
      const keys = [...objects.keys()].filter((one) => one.startsWith(prefix)).sort();
      // Two at a time, so that the client has to request further pages.
      const from = Number(query.get('continuation-token') ?? 0);
      const page = keys.slice(from, from + 2);
      const rows = page.map(
        (one) =>
          `<Contents><Key>${one}</Key><LastModified>${objects.get(one)?.at.toISOString()}</LastModified></Contents>`,
      );
      const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
      return send(response, 200, `<ListBucketResult>${rows.join('')}${next}</ListBucketResult>`);
    }
    const uploadId = query.get('uploadId') ?? '';
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, new Map());
      return send(response, 200, `<R><UploadId>${id}</UploadId></R>`);
    }
    if (method === 'PUT' && uploadId) {
      uploads.get(uploadId)?.set(Number(query.get('partNumber')), body);
      return send(response, 200, '', { etag: etag(body) });
    }
    if (method === 'POST' && uploadId) {
      if (fault?.kind === 'error behind 200') return send(response, 200, error('InternalError'));
      const parts = [...(uploads.get(uploadId) ?? [])].sort(([one], [other]) => one - other);
      objects.set(key, { bytes: Buffer.concat(parts.map(([, bytes]) => bytes)), at: new Date() });
      uploads.delete(uploadId);
      return send(
        response,
        200,
        `<CompleteMultipartUploadResult><ETag>&quot;0-1&quot;</ETag></CompleteMultipartUploadResult>`,
      );
    }
    if (method === 'DELETE') {
      if (uploadId) uploads.delete(uploadId);
      else objects.delete(key);
      return send(response, 204);
    }
    if (method === 'PUT') {
      objects.set(key, { bytes: body, at: new Date() });
      return send(response, 200, '', { etag: etag(body) });
    }
    const object = objects.get(key);
    if (!object) return send(response, 404, error('NoSuchKey'));
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    const bytes = range
      ? object.bytes.subarray(Number(range[1]), range[2] === '' ? undefined : Number(range[2]) + 1)
      : object.bytes;
    const from = Number(range?.[1] ?? 0);
    if (range && from >= object.bytes.length) return send(response, 416, error('InvalidRange'));
    const headers = {
      etag: `"${md5(object.bytes)}"`,
      'content-length': String(bytes.length),
      ...(range && {
        'content-range': `bytes ${from}-${from + bytes.length - 1}/${object.bytes.length}`,
      }),
    };
    if (request.headers['if-match'] !== undefined && request.headers['if-match'] !== headers.etag) {
      return send(response, 412, error('PreconditionFailed'));
    }
    response.writeHead(range ? 206 : 200, headers);
    const half = bytes.subarray(0, bytes.length >> 1);
    if (fault?.kind === 'hang in the middle') return response.write(half);
    if (fault?.kind !== 'cut in the middle') return response.end(method === 'HEAD' ? undefined : bytes);
    return response.write(half, () => setTimeout(() => response.destroy(), 20));
  }

  return {
    config: { endpoint: `http://127.0.0.1:${port}`, bucket, ...s3Keys },
    objects,
    uploads,
    requests,
    fail: (fault: S3Fault) => void faults.push(fault),
    closeConnections: () => {
      settings.isClosing = true;
    },
    /** Moves the store's clock, as sent with each answer. */
    setClockAhead: (ms: number) => {
      settings.aheadMs = ms;
    },
    clearFaults: () => {
      faults.splice(0);
      Object.assign(settings, { isClosing: false, aheadMs: 0 });
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');
const error = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>of the tests</Message></Error>`;

function send(response: ServerResponse, status: number, text = '', headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-length': String(Buffer.byteLength(text)), ...headers });
  return response.end(text);
}

/** Returns the reason why a request is refused; undefined if its signature, time and checksum are right. */
function refusal(request: IncomingMessage, body: Buffer, aheadMs: number): string | undefined {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!found) return 'AccessDenied';
  const [, key, day = '', region = '', signedHeaders = '', signature] = found;
  if (key !== s3Keys.accessKeyId) return 'InvalidAccessKeyId';
  const date = String(request.headers['x-amz-date']);
  const sentAt = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() + aheadMs - sentAt) < 900_000)) return 'RequestTimeTooSkewed';
  const bodyHash = String(request.headers['x-amz-content-sha256']);
  if (createHash('sha256').update(body).digest('hex') !== bodyHash) return 'XAmzContentSHA256Mismatch';
  for (const requiredHeader of ['host', 'x-amz-content-sha256', 'x-amz-date']) {
    if (!signedHeaders.split(';').includes(requiredHeader)) return 'AccessDenied';
  }
  const [path = '', search = ''] = (request.url ?? '').split('?');
  const pairs =
    search === '' ? [] : search.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  const lines = signedHeaders
    .split(';')
    .map((header) => `${header}:${String(request.headers[header]).trim()}\n`);
  const canonical = `${request.method}\n${path}\n${pairs.sort().join('&')}\n${lines.join('')}\n${signedHeaders}\n${bodyHash}`;
  const digest = createHash('sha256').update(canonical).digest('hex');
  const toSign = `AWS4-HMAC-SHA256\n${date}\n${day}/${region}/s3/aws4_request\n${digest}`;
  let secret: Buffer = Buffer.from(`AWS4${s3Keys.secretAccessKey}`);
  for (const part of [day, s3Keys.region, 's3', 'aws4_request'])
    secret = createHmac('sha256', secret).update(part).digest();
  const expected = createHmac('sha256', secret).update(toSign).digest('hex');
  return expected === signature ? undefined : 'SignatureDoesNotMatch';
}
