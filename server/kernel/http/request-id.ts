import type { FastifyInstance } from 'fastify';
import type { TrustProxy } from '#server/kernel/config/trust-proxy.ts';

const safeId = /^[\w.-]{8,64}$/;

/**
 * Gives every request an id, which identifies it in the log, the audit log and shown errors. A trusted proxy
 * (TRUST_PROXY) may have set it, so that its log and ours can be compared; an id from any other client is
 * ignored, or two requests could have the same one.
 */
export function installRequestIds(fastify: FastifyInstance, trusted: TrustProxy): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const proxyId = trusted === false ? undefined : request.headers['x-request-id'];
    // The list has more than one address only if the nearest one is trusted.
    if (typeof proxyId === 'string' && safeId.test(proxyId) && (request.ips?.length ?? 0) > 1)
      request.id = proxyId;
    reply.header('x-request-id', request.id);
    done();
  });
}
