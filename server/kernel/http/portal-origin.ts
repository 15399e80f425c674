import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/kernel/config/config.ts';

/**
 * Returns the address of the portal: that of its setting, which production always has, else that of this
 * request. The latter is taken from `Host`, which proxies set up by the guide forward. X-Forwarded-Host is
 * ignored, even from a trusted proxy: a proxy that does not set it forwards the visitor's, which could lead
 * people to an attacker's address.
 */
export function portalOrigin(call: {
  context: { config: Pick<Config, 'portalOrigin'> };
  request: Pick<FastifyRequest, 'protocol' | 'headers'>;
}): string {
  return call.context.config.portalOrigin ?? `${call.request.protocol}://${call.request.headers.host ?? ''}`;
}
