import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/kernel/config/config.ts';

/**
 * Returns the address of the portal: that of its setting, which production always has, else the address of this call.
 * The latter is taken from `Host`, which a proxy of the guide hands on. X-Forwarded-Host is not read, not even from a
 * trusted proxy: no proxy has to set it, so that a proxy which does not know it hands on a stranger's, and people would
 * be led there.
 */
export function portalOrigin(call: {
  context: { config: Pick<Config, 'portalOrigin'> };
  request: Pick<FastifyRequest, 'protocol' | 'headers'>;
}): string {
  return call.context.config.portalOrigin ?? `${call.request.protocol}://${call.request.headers.host ?? ''}`;
}
