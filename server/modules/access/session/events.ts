import type { session } from '#contract/session.ts';
import type { Actor } from '#domain/access/actor.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import type { Context } from '#server/framework/context.ts';
import type { Call } from '#server/framework/routing/route.ts';
import type { EventHub } from '#server/kernel/http/event-hub.ts';
import { openStream } from '#server/kernel/http/event-stream.ts';
import { streamsPerPerson } from './limits.ts';
import { listActiveSessions } from './queries.ts';

/** Checks whether a person may receive notifications about an order; the work-orders module provides it. */
export type MayFollowOrder = (actor: Actor, workorderId: string) => Promise<boolean>;

const maxOrders = 20;

/**
 * Opens the stream of notifications: those of the person, of their candidate keys, and of the displayed
 * orders.
 */
export async function streamEvents(
  call: Call<typeof session.events>,
  hub: EventHub,
  mayFollow: MayFollowOrder,
): Promise<Refusal<'tooManyRequests'> | undefined> {
  const { actor, sessionId, query, reply } = call;
  const orders = query.orders
    .split(',')
    .filter((id) => id !== '')
    .slice(0, maxOrders);
  const allowed = await Promise.all(orders.map((id) => mayFollow(actor, id)));
  const ownTopic = `staff:${actor.staffId}`;
  const topics = new Set([
    ownTopic,
    `session:${sessionId}`,
    ...[actor, ...(actor.substitutions ?? [])].flatMap(({ keys }) => keys.map((key) => `key:${key}`)),
    ...orders.filter((_id, index) => allowed[index]).map((id) => `order:${id}`),
  ]);
  // There is no await between the count and the stream, so that concurrent requests share the limit.
  if (hub.countListeners(ownTopic) >= streamsPerPerson) return refuse('tooManyRequests');
  openStream(hub, reply, { sessionId, topics });
  return undefined;
}

const checkIntervalMs = 60_000;

/** Closes once a minute the streams of expired sessions; returns a function that stops it. */
export function startClosingExpiredStreams(context: Context, hub: EventHub): () => Promise<void> {
  const checkSessions = async (): Promise<void> => {
    const sessionIds = hub.sessionIds();
    if (sessionIds.length === 0) return;
    hub.closeEndedSessions(
      new Set(await listActiveSessions(context.db, sessionIds, context.now())),
      sessionIds,
    );
  };
  const timer = setInterval(() => {
    checkSessions().catch((error: unknown) =>
      context.log.warn({ error }, 'The sessions of open screens could not be checked'),
    );
  }, checkIntervalMs);
  timer.unref();
  return async () => clearInterval(timer);
}
