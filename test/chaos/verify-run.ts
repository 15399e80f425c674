import { join } from 'node:path';
import { systemActor } from '#domain/access/actor.ts';
import { createCrypto } from '#server/kernel/crypto/crypto.ts';
import { readOrCreateKeyFile } from '#server/kernel/crypto/key-files.ts';
import { connect } from '#server/kernel/database/connect.ts';
import { fragment } from '#server/kernel/database/fragment.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import type { MessageStub } from '#test/world/message-stub.ts';
import type { Tally } from './caller.ts';

export interface RunResult {
  lost: string[];
  duplicated: string[];
  invariants: string[];
  chat: ChatTally;
}

/** Counts of chat messages that were retried or are delayed. */
export interface ChatTally {
  /** Tried more than once. */
  retried: number;
  /** Still pending, because their number has reached the hourly limit. */
  delayed: number;
}

/** Counts chat messages that are being sent or will be tried within minutes. */
export async function countPending(url: string): Promise<number> {
  const database = await connect(url, { max: 1 });
  try {
    const { rows } = await fragment<{ underway: number }>`
      select count(*)::int as underway from outbound_messages where channel = '7'
        and (state = 'sending' or state = 'waiting' and due_at < now() + interval '10 minutes')`.execute(
      database.db,
    );
    return rows[0]?.underway ?? 0;
  } finally {
    await database.close();
  }
}

/** Compares the database with the acknowledged actions, and checks its other contents. */
export async function verifyRun(
  url: string,
  dataDir: string,
  tally: Tally,
  stub: MessageStub,
): Promise<RunResult> {
  const database = await connect(url, { max: 2 });
  try {
    const { db } = database;
    const { lost, duplicated } = await verifyActions(db, tally);
    const chat = await verifyChat(db, stub, { lost, duplicated });
    return { lost, duplicated, invariants: await checkInvariants(db, readKeys(dataDir)), chat };
  } finally {
    await database.close();
  }
}

/** Returns the keys of a portal that has been stopped. */
export function readKeys(dataDir: string) {
  const folder = join(dataDir, 'keys');
  return createCrypto([readOrCreateKeyFile(folder)], readOrCreateKeyFile(folder, 'audit.key'));
}

/**
 * Finds acknowledged actions that are missing, and those that were done more often than they were
 * acknowledged.
 */
export async function verifyActions(db: Db, tally: Tally): Promise<Pick<RunResult, 'lost' | 'duplicated'>> {
  const { rows: keys } = await fragment<{ key: string; answer: string; staff_id: string }>`
    select key, answer, staff_id from idempotency_keys`.execute(db);
  const answers = new Map(keys.map(({ key, answer }) => [key, answer]));
  const lost = tally.acknowledged
    .filter(({ key, text }) => answers.get(key) !== text)
    .map(({ call, orderId, key }) => `${call} ${orderId} (${key})`);

  const acknowledged = new Map<string, number>();
  const known = tally.acknowledged.filter(({ orderId }) => orderId !== '');
  for (const { orderId } of known) acknowledged.set(orderId, (acknowledged.get(orderId) ?? 0) + 1);
  const { rows: storedActions } = await fragment<{ workorder_id: string; times: number }>`
    select workorder_id, count(*)::int as times from work_order_events
    where action not in ('start', 'expire') and actor_id <> ${systemActor.staffId} group by workorder_id`.execute(
    db,
  );
  const duplicated: string[] = [];
  for (const { workorder_id, times } of storedActions) {
    const expected = acknowledged.get(workorder_id) ?? 0;
    if (times > expected)
      duplicated.push(`order ${workorder_id}: ${times} actions for ${expected} acknowledged`);
    if (times < expected) lost.push(`order ${workorder_id}: ${times} actions for ${expected} acknowledged`);
    acknowledged.delete(workorder_id);
  }
  lost.push(...[...acknowledged.keys()].map((id) => `order ${id} is not there`));
  const starts = tally.acknowledged.filter(({ call }) => call === 'start').length;
  const { rows: orders } = await fragment<{ orders: number }>`
    select count(*)::int as orders from work_orders`.execute(db);
  if ((orders[0]?.orders ?? 0) > starts) duplicated.push(`${orders[0]?.orders} orders for ${starts} starts`);

  // A notice has the time of its action; each person must be notified of it once.
  const { rows: notices } = await fragment<{ twice: string }>`
    select staff_id || ' ' || kind || ' ' || coalesce(workorder_id, '') || ' ' || coalesce(task_number, 0) as twice
    from messages where kind <> 'system' group by staff_id, kind, workorder_id, task_number, sent_at having count(*) > 1`.execute(
    db,
  );
  duplicated.push(...notices.map(({ twice }) => `notice ${twice}`));
  return { lost, duplicated };
}

/** Checks that each chat message arrived once, and counts the states of the others. */
async function verifyChat(
  db: Db,
  stub: MessageStub,
  { lost, duplicated }: Pick<RunResult, 'lost' | 'duplicated'>,
): Promise<ChatTally> {
  const arrived = Map.groupBy(stub.delivered, ({ id }) => id);
  for (const [id, deliveries] of arrived)
    if (deliveries.length > 1) duplicated.push(`message ${id} arrived ${deliveries.length} times`);
  const { rows: accepted } = await fragment<{ id: string }>`
    select id from outbound_messages where channel = '7' and state = 'accepted'`.execute(db);
  lost.push(...accepted.filter(({ id }) => !arrived.has(id)).map(({ id }) => `message ${id} never arrived`));

  const { rows: ended } = await fragment<{ id: string; state: string }>`
    select id, state from outbound_messages where channel = '7' and state not in ('accepted', 'waiting')`.execute(
    db,
  );
  lost.push(...ended.map(({ id, state }) => `message ${id} was given up: ${state}`));
  const { rows: written } = await fragment<{ twice: string }>`
    select workorder_code || ' ' || event || ' ' || receiver_staff_id as twice from outbound_messages
    where channel = '7' and event in ('copied', 'order-message') group by workorder_code, event, receiver_staff_id having count(*) > 1`.execute(
    db,
  );
  duplicated.push(...written.map(({ twice }) => `chat message ${twice}`));
  const { rows: chats } = await fragment<ChatTally>`
    select count(*) filter (where tries > 1)::int as retried, count(*) filter (where state = 'waiting')::int as delayed
    from outbound_messages where channel = '7'`.execute(db);
  return chats[0] ?? { retried: 0, delayed: 0 };
}
