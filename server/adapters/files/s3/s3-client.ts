import { createHash } from 'node:crypto';
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
} from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import aws4 from 'aws4';
import type { S3Config } from '#server/kernel/config/outside-systems.ts';
import { reasonOf } from '#server/kernel/errors/startup-error.ts';
import { StoreUnavailableError } from '#server/kernel/errors/store-unavailable.ts';

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Key without the bucket; empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Longest time without data from the store, if it needs longer than usual. */
  silentMs?: number;
  /**
   * True for a clean-up after a failure: tried once and briefly, because the caller waits to report the
   * failure.
   */
  isCleanup?: boolean;
}

export interface S3Response {
  status: number;
  isOk: boolean;
  headers: IncomingHttpHeaders;
  /** The body; empty for an object that is read in chunks. */
  text: string;
}

export interface S3StreamedResponse extends S3Response {
  /** Chunks of the body; empty unless the answer is a success. A caller that reads none must call `cancel`. */
  chunks: AsyncIterable<Uint8Array>;
  cancel(): void;
}

/**
 * A client for one bucket. `ask` and `read` return the store's answer with any status below 500; temporary
 * errors have been retried.
 */
export interface S3Client {
  ask(request: S3Request): Promise<S3Response>;
  /** Like `ask`, for an object whose bytes are read in chunks. */
  read(request: S3Request): Promise<S3StreamedResponse>;
  /** Returns the error to throw if the store failed; it names the store. */
  failureOf(request: Pick<S3Request, 'method' | 'key'>, cause: unknown): StoreUnavailableError;
}

/** The store did not accept the request, or accepted it and then sent nothing. */
class StoreSilentError extends Error {}

const maxTries = 4;
/** Limits for a silent store: an upload, a start and the doctor end within 20 s (0178). */
const maxSilentTries = 2;
const silentMs = 8_000;
const cleanupMs = 2_000;
/** An idle connection is closed before a firewall drops it: a request on a dropped one would wait in vain. */
const idleConnectionMs = 4_000;
/** Maximum length of an answer in memory: a page of a bucket's list has some 500 kB. */
const maxTextBytes = 16 * 1_048_576;

/**
 * Creates a client of one bucket, with path-style addresses; each attempt of a request is signed again. A
 * body is in memory: parts are a few MB. Uses `node:http`: the parser of `fetch` ends the process if a store
 * disconnects during slow reads (0178).
 */
export function createS3Client(config: S3Config): S3Client {
  const { origin, host, pathname, protocol } = new URL(config.endpoint);
  const base = `${pathname.replace(/\/$/, '')}/${encodeURIComponent(config.bucket)}`;
  const agentOptions = { keepAlive: true, timeout: idleConnectionMs };
  const [agent, send] =
    protocol === 'https:'
      ? ([new SecureAgent(agentOptions), secureRequest] as const)
      : ([new PlainAgent(agentOptions), plainRequest] as const);

  /**
   * Signs a request. The body is signed by its checksum and is not passed to the library in another way, which would
   * add a content type.
   */
  function sign({ method, key, query = {}, headers = {}, body }: S3Request) {
    const search = new URLSearchParams(query).toString();
    const parts = [base, ...(key === '' ? [] : key.split('/').map(encodeURIComponent))];
    return aws4.sign(
      {
        service: 's3',
        region: config.region,
        method,
        host,
        path: parts.join('/') + (search && `?${search}`),
        headers: {
          ...headers,
          'x-amz-content-sha256': createHash('sha256')
            .update(body ?? '')
            .digest('hex'),
        },
      },
      config,
    );
  }

  /** Sends the request and waits for the headers of the answer. */
  async function begin(request: S3Request): Promise<IncomingMessage> {
    const { method, body } = request;
    const { path, headers } = sign(request);
    const isSending = method === 'PUT' || method === 'POST';
    return await new Promise((resolve, reject) => {
      const outgoing = send(`${origin}${path}`, {
        agent,
        method,
        headers: { ...headers, ...(isSending && { 'content-length': body?.length ?? 0 }) },
        timeout: silenceOf(request),
      });
      // Stays for later events, such as a store that refuses before it has read the body.
      outgoing.on('error', reject);
      outgoing.on('close', () => reject(new Error('The connection was closed without an answer')));
      outgoing.on('timeout', () =>
        outgoing.destroy(new StoreSilentError(`No answer within ${silenceOf(request) / 1000} s`)),
      );
      outgoing.on('response', (answer) => {
        // From here on the reader sets the timeout; a slow reader does not mean a silent store.
        outgoing.setTimeout(0);
        answer.on('error', () => undefined);
        resolve(answer);
      });
      outgoing.end(body);
    });
  }

  async function sendAndRead(request: S3Request): Promise<S3Response> {
    const answer = await begin(request);
    return { ...headOf(answer), text: await textOf(request, answer) };
  }

  async function sendAndStream(request: S3Request): Promise<S3StreamedResponse> {
    const answer = await begin(request);
    const head = headOf(answer);
    const cancel = () => void answer.destroy();
    if (!head.isOk)
      return { ...head, text: await textOf(request, answer), chunks: Readable.from([]), cancel };
    return { ...head, text: '', chunks: chunksOf(request, answer), cancel };
  }

  async function retry<A extends S3Response>(
    request: S3Request,
    receive: (request: S3Request) => Promise<A>,
  ) {
    for (let attempt = 1, silences = 0; ; attempt += 1) {
      let failure: unknown;
      try {
        const answer = await receive(request);
        if (answer.status < 500 && answer.status !== 429) return answer;
        failure = new Error(problemText(answer));
      } catch (error) {
        failure = error;
        if (error instanceof StoreSilentError) silences += 1;
      }
      if (request.isCleanup || attempt >= maxTries || silences >= maxSilentTries)
        throw failureOf(request, failure);
      await wait(150 * 2 ** attempt);
    }
  }

  const failureOf: S3Client['failureOf'] = ({ method, key }, cause) =>
    new StoreUnavailableError(
      `The file store ${config.endpoint} failed at ${method} ${config.bucket}/${key}: ${reasonOf(cause)}`,
      { cause },
    );

  return {
    ask: (request) => retry(request, sendAndRead),
    read: (request) => retry(request, sendAndStream),
    failureOf,
  };
}

function headOf({ statusCode = 0, headers }: IncomingMessage): Omit<S3Response, 'text'> {
  return { status: statusCode, isOk: statusCode >= 200 && statusCode < 300, headers };
}

const silenceOf = (request: S3Request) => (request.isCleanup ? cleanupMs : (request.silentMs ?? silentMs));

/** Limits the time for the store only while the reader waits for the next chunk. */
async function* chunksOf(request: S3Request, answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  const listen = () =>
    setTimeout(
      () => answer.destroy(new StoreSilentError(`No data within ${silenceOf(request) / 1000} s`)),
      silenceOf(request),
    );
  let timer = listen();
  try {
    for await (const chunk of answer) {
      clearTimeout(timer);
      yield chunk as Uint8Array;
      timer = listen();
    }
  } finally {
    clearTimeout(timer);
  }
}

async function textOf(request: S3Request, answer: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(request, answer)) {
    bytes += chunk.length;
    if (bytes > maxTextBytes) throw new Error('The answer is too long for a file store');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns the error for an answer that is a refusal: a wrong key, a missing bucket. */
export function refusalError(
  client: S3Client,
  request: Pick<S3Request, 'method' | 'key'>,
  answer: S3Response,
): StoreUnavailableError {
  return client.failureOf(request, new Error(problemText(answer)));
}

/** Returns the code of an S3 error, which is XML; undefined if there is none. */
export const codeOf = ({ text }: S3Response): string | undefined => partOf(text, 'Code');

export const problemText = ({ status, text }: S3Response): string =>
  [status, partOf(text, 'Code'), partOf(text, 'Message')].filter(Boolean).join(' ');

function partOf(text: string, name: string): string | undefined {
  return new RegExp(`<${name}>([^<]{0,200})`).exec(text)?.[1];
}
