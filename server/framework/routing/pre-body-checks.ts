import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { RateLimit } from '#server/kernel/http/rate-limit.ts';
import type { AccessRule } from './access.ts';

/** Maximum length of a part of a path, in characters, unless its call allows a list. */
const maxPartLength = 200;
/** Maximum length of a list in a URL, in characters: the part of the header limit that is left. */
export const maxPathLength = 12_000;

/** Number of large bodies that are read at the same time, because each is completely in memory. */
const maxLargeBodies = 4;
let largeBodies = 0;

/** The largest body that is read without a session, in bytes. */
const maxVisitorBodyBytes = 16 * 1024;

/**
 * Returns the largest body of a call in bytes: the limit of its endpoint (such as one that contains a file as
 * text), or that of an open call; undefined for the server's own limit.
 */
export function bodyLimitOf(endpoint: Endpoint, access: AccessRule): number | undefined {
  return endpoint.maxBodyBytes ?? (access.kind === 'open' ? maxVisitorBodyBytes : undefined);
}

/** Checks that other parts provide. */
export interface PreBodyChecks {
  isSignedIn(token: string): Promise<boolean>;
  /** Counts a call; returns false if one of its limits is reached. */
  countCall(limits: readonly RateLimit[]): Promise<boolean>;
}

/**
 * Refuses a call before its body is read: for path parts that are too long, for a reached limit of the
 * visitor's address, for a large body of a caller who is not signed in, and for a very large body while the
 * permitted number of those is being read. Returns undefined if the call may continue.
 */
export async function refuseBeforeBody(
  endpoint: Endpoint,
  access: AccessRule,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { isSignedIn, countCall }: PreBodyChecks,
): Promise<Refusal | undefined> {
  const params = (request.params ?? {}) as Record<string, string>;
  // The part after a star is not checked here: it is limited with the whole URL.
  if (!endpoint.hasLongAddress && Object.values(params).some((part) => part.length > maxPartLength))
    return refuse('addressTooLong');
  if (access.preBodyLimit && !(await countCall(access.preBodyLimit.limitsOf({ ip: request.ip, params }))))
    return refuse(access.preBodyLimit.refusal);
  const isUnbounded = (endpoint.maxBodyBytes ?? 0) > maxVisitorBodyBytes;
  if (access.kind !== 'open' && (isUnbounded || hasLargeBody(endpoint, request))) {
    const token = request.headers['x-access-token'];
    const isKnown = typeof token === 'string' && token !== '' && (await isSignedIn(token));
    if (!isKnown) return refuse('notSignedIn');
  }
  if (!isUnbounded) return undefined;
  if (largeBodies >= maxLargeBodies) return refuse('busy', { message: '同时上传的人较多，请稍后再上传' });
  largeBodies += 1;
  reply.raw.once('close', () => {
    largeBodies -= 1;
  });
  return undefined;
}

/**
 * Checks whether the body may be larger than is read from a visitor without a session and is parsed before
 * the caller is known; multipart bodies are read later.
 */
function hasLargeBody({ encoding }: Endpoint, { headers }: FastifyRequest): boolean {
  if (encoding === 'multipart') return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > maxVisitorBodyBytes;
}
