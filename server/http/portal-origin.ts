import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';

/** The address of the portal: by its setting, else the one that this call came by. */
export function portalOrigin(call: {
  context: { config: Pick<Config, 'portalOrigin'> };
  request: Pick<FastifyRequest, 'protocol' | 'host'>;
}): string {
  return call.context.config.portalOrigin ?? `${call.request.protocol}://${call.request.host}`;
}
