import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { AccessRule } from './access.ts';

/** How long a part of an address may be, in characters, unless its call says that it names a list. */
export const longestPart = 200;
/** The longest that a list in an address may be: what fits into the headers beside everything else. */
export const longestList = 12_000;

/** Large bodies are held whole while they are read, so only so many are taken in at once. */
const largeBodiesAtOnce = 4;
let largeBodies = 0;

/**
 * What is asked before the body of a call is read: parts of its address that are too long, and, where a body may be large,
 * whether somebody is signed in at all and there is room for one more. Undefined where nothing speaks against it.
 */
export async function refuseEarly(
  endpoint: Endpoint,
  access: AccessRule,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  isSignedIn: (token: string) => Promise<boolean>,
): Promise<Refusal | undefined> {
  if (!endpoint.hasLongAddress) {
    const parts = Object.values((request.params ?? {}) as Record<string, unknown>);
    // The rest of the address behind a star is no part: it is measured with the address.
    if (parts.some((part) => typeof part === 'string' && part.length > longestPart)) {
      return refuse('addressTooLong');
    }
  }
  if (endpoint.maxBodyBytes === undefined) return undefined;
  const token = request.headers['x-access-token'];
  const isKnown = typeof token === 'string' && token !== '' && (await isSignedIn(token));
  if (access.kind !== 'open' && !isKnown) return refuse('notSignedIn');
  if (largeBodies >= largeBodiesAtOnce) return refuse('busy', { message: '同时上传的人较多，请稍后再上传' });
  largeBodies += 1;
  reply.raw.once('close', () => {
    largeBodies -= 1;
  });
  return undefined;
}
