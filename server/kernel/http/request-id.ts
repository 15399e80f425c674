import type { FastifyInstance } from 'fastify';
import type { TrustProxy } from '#server/kernel/config/trust-proxy.ts';

const safeId = /^[\w.-]{8,64}$/;

/**
 * Answers every call with its number, which identifies it in the log, the audit log and shown errors. A proxy
 * in front that is believed (TRUST_PROXY) may have numbered it, so that its log and ours can be laid side by
 * side; a number of any other client is ignored, or two calls could be given the same.
 */
export function installRequestIds(fastify: FastifyInstance, trusted: TrustProxy): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const given = trusted === false ? undefined : request.headers['x-request-id'];
    // The list holds more than the nearest address only where that one is believed.
    if (typeof given === 'string' && safeId.test(given) && (request.ips?.length ?? 0) > 1) request.id = given;
    reply.header('x-request-id', request.id);
    done();
  });
}
