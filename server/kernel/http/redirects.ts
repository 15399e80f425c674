import type { FastifyInstance } from 'fastify';
import { findOwnPath } from '#contract/safe-target.ts';
import { refuse } from '#domain/refusals/refusals.ts';
import { writeRefusal } from './envelope.ts';

/**
 * Restricts every redirect, also those of plug-ins, to paths of the portal: a Location that a browser would
 * read as another host is refused.
 */
export function installRedirects(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const target = reply.getHeader('location');
    if (target === undefined) return done(null, payload);
    const path = findOwnPath(String(target));
    if (path !== undefined) {
      reply.header('location', path);
      return done(null, payload);
    }
    const { status, body } = writeRefusal(refuse('notFound'));
    const text = JSON.stringify(body);
    reply
      .removeHeader('location')
      .code(status)
      .header('content-type', 'application/json; charset=utf-8')
      .header('content-length', Buffer.byteLength(text));
    done(null, text);
  });
}
