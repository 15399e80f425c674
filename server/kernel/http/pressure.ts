import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/refusals/refusals.ts';
import { sendRefusal } from './replies.ts';

/** The wait of a turn of the event loop, on the average of a second, from which that second counts as bad. */
const slowTurnMs = 1_500;

export const secondMs = 1_000;

/** Bad seconds in a row before calls are turned away: one stall of the machine is over by the time it is noticed. */
export const badSeconds = 3;

/** Seconds that the caller is asked to wait. */
const retryAfter = '5';

/**
 * Turns calls away while the process has not kept up for seconds on end, so that those under way are finished. The
 * built web app and the questions for its health are served all the same: they cost next to nothing, and a page that
 * lost one of its parts is worse off than a page that waits. Another measure than the event loop is for tests.
 */
export async function installPressure(fastify: FastifyInstance, isBehind?: () => boolean): Promise<void> {
  await fastify.register(underPressure, {
    maxEventLoopDelay: slowTurnMs,
    sampleInterval: secondMs,
    // Turned away below, by more than the last second.
    pressureHandler: () => undefined,
  });
  let row = 0;
  const count = setInterval(() => {
    row = (isBehind ?? fastify.isUnderPressure)() ? row + 1 : 0;
  }, secondMs).unref();
  fastify.addHook('onClose', async () => clearInterval(count));
  fastify.addHook('onRequest', async (request, reply) => {
    if (row < badSeconds || !request.routeOptions.config.isCall) return;
    await sendRefusal(reply.header('retry-after', retryAfter), refuse('busy'));
  });
}
