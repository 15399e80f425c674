import { sql } from 'kysely';
import type { Tx } from '#server/kernel/database/transaction.ts';

/** The only NOTIFY channel of the portal. */
export const notifyChannel = 'portal';

/**
 * A notification of a change: its recipients, and what to reload. Only ids, never content, because the
 * payload is limited to 8,000 bytes and is not filtered by permissions. Topics: `staff:<id>` a person,
 * `order:<id>` clients that show the order, `key:<candidate key>` holders of the key.
 */
export interface ChangeNotification {
  topics: readonly string[];
  /** `work-order`, `inbox`, `message`, `session`, `qr-upload`, or `reconnectStreams`. */
  event: string;
  id: string;
}

/**
 * The event that ends the streams of its topics: the candidate keys of these people have changed, and their pages
 * reconnect.
 */
export const reconnectStreams = 'closed';

const maxPayloadBytes = 7_500;

/**
 * Returns the payloads of a notification, split if it has too many topics for one; for `select
 * pg_notify('portal', unnest($1))` in a CTE.
 */
export function notifyPayloads(notification: ChangeNotification): string[] {
  const write = (topics: readonly string[]) =>
    JSON.stringify({ t: topics, e: notification.event, id: notification.id });
  const payloads: string[] = [];
  let batch: string[] = [];
  for (const topic of new Set(notification.topics)) {
    if (batch.length > 0 && Buffer.byteLength(write([...batch, topic])) > maxPayloadBytes) {
      payloads.push(write(batch));
      batch = [];
    }
    batch.push(topic);
  }
  if (batch.length > 0) payloads.push(write(batch));
  return payloads;
}

export function readPayload(payload: string): ChangeNotification | undefined {
  try {
    const { t, e, id } = JSON.parse(payload) as { t?: unknown; e?: unknown; id?: unknown };
    if (!Array.isArray(t) || typeof e !== 'string' || typeof id !== 'string') return undefined;
    return { topics: t.filter((topic) => typeof topic === 'string'), event: e, id };
  } catch {
    return undefined;
  }
}

/** Notifies open pages when the transaction commits; never if it does not. */
export async function notify(tx: Tx, notification: ChangeNotification): Promise<void> {
  const payloads = notifyPayloads(notification);
  if (payloads.length === 0) return;
  await sql`select pg_notify(${notifyChannel}, payload) from unnest(${payloads}::text[]) payload`.execute(tx);
}
