import type { IncomingMessage } from 'node:http';
import { refuse } from '#domain/refusals/refusals.ts';
import { sendRefusal } from '#server/kernel/http/replies.ts';
import type { App } from './route.ts';

/** Base path of every call in one variant of the client, which also sends it in a header (S0 §9, S2 §7). */
const aliasBase = '/baseyhzx5';

/** Beginning of the paths that S1 §7 also writes in short form (`GET /drafts/list`). */
const shortPath = '/drafts/';
const longPath = '/workorder/workorder/drafts/';

/**
 * Returns the path that a request means: without the base of that client, and the long form of a draft's
 * short path.
 */
export function readAlias(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const url = request.url ?? '/';
  const isAlias = url.startsWith(`${aliasBase}/`) && request.headers['request-type'] === 'ajax';
  const path = isAlias ? url.slice(aliasBase.length) : url;
  return path.startsWith(shortPath) ? longPath + path.slice(shortPath.length) : path;
}

/**
 * Lets an alias reach calls only, no page and no file. From here on such a call is the call itself, with its
 * access, limits and audit. Installed before the routes.
 */
export function installPathAliases({ fastify, mounted }: Pick<App, 'fastify' | 'mounted'>): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (request.originalUrl === request.url) return;
    const { url, method } = request.routeOptions;
    const isCall = mounted.some(({ endpoint }) => endpoint.path === url && endpoint.method === method);
    if (!isCall) return sendRefusal(reply, refuse('notFound'));
  });
}
