import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuse } from '#domain/refusals/refusals.ts';
import { sendRefusal } from './replies.ts';

/** Average delay of the event loop in a second from which that second counts as bad. */
const slowLoopMs = 1_500;

export const secondMs = 1_000;

/** Consecutive bad seconds before calls are refused: a single stall is over by the time it is noticed. */
export const overloadedSeconds = 3;

/** Seconds after which the client should retry. */
const retryAfter = '5';

/**
 * Refuses calls while the process has been overloaded for several seconds, so that running ones can finish.
 * The built web app and health checks are still served: they cost almost nothing, and a page with a missing
 * part is worse than a page that waits. Tests pass another measure than the event loop.
 */
export async function installOverloadProtection(
  fastify: FastifyInstance,
  isOverloaded?: () => boolean,
): Promise<void> {
  await fastify.register(underPressure, {
    maxEventLoopDelay: slowLoopMs,
    sampleInterval: secondMs,
    // Refused below, by more than the last second.
    pressureHandler: () => undefined,
  });
  let badCount = 0;
  const timer = setInterval(() => {
    badCount = (isOverloaded ?? fastify.isUnderPressure)() ? badCount + 1 : 0;
  }, secondMs).unref();
  fastify.addHook('onClose', async () => clearInterval(timer));
  fastify.addHook('onRequest', async (request, reply) => {
    if (badCount < overloadedSeconds || !request.routeOptions.config.isCall) return;
    await sendRefusal(reply.header('retry-after', retryAfter), refuse('busy'));
  });
}
