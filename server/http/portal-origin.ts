import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';

/**
 * The address of the portal: by its setting, which production always has, else the one that this call came by. That is what `Host` says, which a proxy of the guide
 * hands on. X-Forwarded-Host is not asked, whoever is believed: it is not among what a proxy has to set, so that one which does not
 * know it hands on a stranger's, and people would be led there.
 */
export function portalOrigin(call: {
  context: { config: Pick<Config, 'portalOrigin'> };
  request: Pick<FastifyRequest, 'protocol' | 'headers'>;
}): string {
  return call.context.config.portalOrigin ?? `${call.request.protocol}://${call.request.headers.host ?? ''}`;
}
