import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/refusals/refusals.ts';
import type { EventHub } from './event-hub.ts';
import { sendRefusal } from './replies.ts';

/** Milliseconds for running calls when the portal stops; longer calls are cut. */
const drainMs = 20_000;
/** Interval of checks for finished connections; requests in transit arrive within it. */
const checkMs = 250;

/**
 * Stops without breaking running calls: open streams get `closed` and reconnect elsewhere, a new call on an
 * open connection is refused with advice to retry, and running calls are finished. Needs
 * `forceCloseConnections: 'idle'`, so that closing waits for them.
 */
export function installDraining(
  fastify: FastifyInstance,
  hub: Pick<EventHub, 'closeStreams'>,
  timeoutMs = drainMs,
): void {
  let isDraining = false;
  const connections = watchConnections(fastify);
  fastify.addHook('preClose', async () => {
    isDraining = true;
    hub.closeStreams();
    // NOTE: Node closes idle connections when closing begins. It would keep connections that become idle
    // later, or were never used, as long as the browser does.
    const timer = setInterval(connections.closeUnused, checkMs);
    const cutTimer = setTimeout(() => fastify.server.closeAllConnections(), timeoutMs);
    fastify.server.once('close', () => {
      clearInterval(timer);
      clearTimeout(cutTimer);
    });
    timer.unref();
    cutTimer.unref();
  });
  fastify.addHook('onRequest', async (request, reply) => {
    if (!isDraining || !request.routeOptions.config.isCall) return;
    await sendRefusal(reply.header('retry-after', '2'), refuse('busy'));
  });
}

/** Counts the running requests of each connection. */
function watchConnections({ server }: FastifyInstance): { closeUnused(): void } {
  const requestCounts = new Map<Socket, number>();
  server.on('connection', (socket) => {
    requestCounts.set(socket, 0);
    socket.once('close', () => requestCounts.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const add = (change: 1 | -1) => {
      const before = requestCounts.get(socket);
      if (before !== undefined) requestCounts.set(socket, before + change);
    };
    add(1);
    response.once('close', () => add(-1));
  });
  return {
    closeUnused() {
      for (const [socket, count] of requestCounts) if (count === 0) socket.destroySoon();
    },
  };
}
