import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { RateLimit } from '#server/kernel/http/rate-limit.ts';
import type { AccessRule } from './access.ts';

/**
 * The length that a part of an address may have, in characters, unless its call says that it names a list.
 */
const longestPart = 200;
/** Longest list in an address, in characters: as much as fits into the headers beside everything else. */
export const longestList = 12_000;

/** Large bodies are held whole while they are read, so only so many are taken in at once. */
const largeBodiesAtOnce = 4;
let largeBodies = 0;

/** The largest body that is read without a session, in bytes. */
const strangersBodyBytes = 16 * 1024;

/**
 * Returns the largest body of a call in bytes: the limit of its endpoint, such as one that carries a file as text, or
 * that of an open call; undefined where the server's own limit holds.
 */
export function bodyLimitOf(endpoint: Endpoint, access: AccessRule): number | undefined {
  return endpoint.maxBodyBytes ?? (access.kind === 'open' ? strangersBodyBytes : undefined);
}

/** Questions of the early checks to other parts. */
export interface EarlyQuestions {
  isSignedIn(token: string): Promise<boolean>;
  /** Counts a call; false when one of its limits is full. */
  countCall(limits: readonly RateLimit[]): Promise<boolean>;
}

/**
 * Refuses a call before its body is read: for parts of its address that are too long, for a full limit of the visitor's
 * address, for a large body of a caller who is not signed in, and for a body that may be very large while as many of
 * those as allowed are taken in. Returns undefined where the call may go on.
 */
export async function refuseEarly(
  endpoint: Endpoint,
  access: AccessRule,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { isSignedIn, countCall }: EarlyQuestions,
): Promise<Refusal | undefined> {
  const params = (request.params ?? {}) as Record<string, string>;
  // The rest of the address behind a star is no part: it is measured with the address.
  if (!endpoint.hasLongAddress && Object.values(params).some((part) => part.length > longestPart))
    return refuse('addressTooLong');
  if (access.early && !(await countCall(access.early.limitsOf({ ip: request.ip, params }))))
    return refuse(access.early.refusal);
  const isUnbounded = endpoint.maxBodyBytes !== undefined;
  if (access.kind !== 'open' && (isUnbounded || hasLargeBody(endpoint, request))) {
    const token = request.headers['x-access-token'];
    const isKnown = typeof token === 'string' && token !== '' && (await isSignedIn(token));
    if (!isKnown) return refuse('notSignedIn');
  }
  if (!isUnbounded) return undefined;
  if (largeBodies >= largeBodiesAtOnce) return refuse('busy', { message: '同时上传的人较多，请稍后再上传' });
  largeBodies += 1;
  reply.raw.once('close', () => {
    largeBodies -= 1;
  });
  return undefined;
}

/** Tells whether more may come than is read of a stranger, where it is parsed before the caller is known; parts are read later. */
function hasLargeBody({ encoding }: Endpoint, { headers }: FastifyRequest): boolean {
  if (encoding === 'multipart') return false;
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > strangersBodyBytes;
}
