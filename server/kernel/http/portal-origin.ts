import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/kernel/config/config.ts';

/**
 * Returns the address of the portal: that of its setting, which production always has, else the address of
 * this call. The latter is taken from `Host`, which a proxy of the guide passes on. X-Forwarded-Host is not
 * read, not even from a trusted proxy: a proxy that does not set it passes on an attacker's, and people would
 * be led there.
 */
export function portalOrigin(call: {
  context: { config: Pick<Config, 'portalOrigin'> };
  request: Pick<FastifyRequest, 'protocol' | 'headers'>;
}): string {
  return call.context.config.portalOrigin ?? `${call.request.protocol}://${call.request.headers.host ?? ''}`;
}
