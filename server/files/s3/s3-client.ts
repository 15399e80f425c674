import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Config } from '#server/config/outside-systems.ts';
import { encode, queryText, signRequest } from './sign-request.ts';

/** The store could not be reached or did not do as asked, after all tries; what was under way has not happened. */
export class StoreAway extends Error {
  readonly code = 'FILE_STORE_AWAY';
}

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Without the bucket; empty for the bucket itself. */
  key: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

export interface S3Client {
  /** The answer of the store, whatever its status below 500; passing faults have been tried again. */
  ask(request: S3Request): Promise<Response>;
}

const tries = 4;
const headersWithinMs = 30_000;

/** Requests to one bucket, by its path, each signed anew. A body is held in memory: parts are a few MB. */
export function createS3Client(config: S3Config, now: () => Date = () => new Date()): S3Client {
  const { origin, host, pathname } = new URL(config.endpoint);
  const base = `${pathname.replace(/\/$/, '')}/${encode(config.bucket)}`;

  async function send({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const path = key === '' ? base : `${base}/${key.split('/').map(encode).join('/')}`;
    const bodySha256 = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = signRequest(config, host, { method, path, query, headers, bodySha256 }, now());
    const search = queryText(query);
    const stop = new AbortController();
    // Until the headers are there; a large body may take its time.
    const timer = setTimeout(() => stop.abort(new Error('The file store does not answer')), headersWithinMs);
    try {
      return await fetch(`${origin}${path}${search && `?${search}`}`, {
        method,
        headers: signed,
        signal: stop.signal,
        redirect: 'error',
        ...(body && { body: Buffer.from(body) }),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async ask(request) {
      for (let turn = 1; ; turn += 1) {
        let failure: unknown;
        try {
          const answer = await send(request);
          if (answer.status < 500 && answer.status !== 429) return answer;
          failure = new Error(`${answer.status} ${firstOf(await answer.text())}`);
        } catch (error) {
          failure = error;
        }
        if (turn >= tries) throw away(request, failure);
        await wait(150 * 2 ** turn);
      }
    },
  };
}

/** Error for an answer that is a refusal: a wrong key, a bucket that is gone. */
export async function refused(
  request: Pick<S3Request, 'method' | 'key'>,
  answer: Response,
): Promise<StoreAway> {
  return away(request, new Error(`${answer.status} ${firstOf(await answer.text().catch(() => ''))}`));
}

export function away({ method, key }: Pick<S3Request, 'method' | 'key'>, cause: unknown): StoreAway {
  const reason =
    cause instanceof Error
      ? `${cause.message} ${cause.cause instanceof Error ? cause.cause.message : ''}`
      : '';
  return new StoreAway(`The file store failed at ${method} ${key}: ${reason.trim()}`, { cause });
}

/** The code and message of an error of S3, which is XML. */
function firstOf(text: string): string {
  const part = (name: string) => new RegExp(`<${name}>([^<]{0,200})`).exec(text)?.[1];
  return [part('Code'), part('Message')].filter(Boolean).join(' ');
}
