import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/refusals/refusals.ts';
import type { EventHub } from './event-hub.ts';
import { sendRefusal } from './route.ts';

/** How long calls that are under way may take when the portal stops; what takes longer is cut. */
const drainMs = 20_000;

/**
 * Stopping does not tear what is under way: open streams are told `closed` and come back elsewhere, a new call on a
 * connection that is still open is sent away to be tried again, and those under way are finished. Needs
 * `forceCloseConnections: 'idle'`, so that closing waits for them.
 */
export function installDraining(
  fastify: FastifyInstance,
  hub: Pick<EventHub, 'closeStreams'>,
  patienceMs = drainMs,
): void {
  let isDraining = false;
  fastify.addHook('preClose', async () => {
    isDraining = true;
    hub.closeStreams();
    const cut = setTimeout(() => fastify.server.closeAllConnections(), patienceMs);
    fastify.server.once('close', () => clearTimeout(cut));
    cut.unref();
  });
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isDraining || !request.routeOptions.config.isCall) return;
    await sendRefusal(reply.header('retry-after', '2'), refuse('busy'));
  });
}
