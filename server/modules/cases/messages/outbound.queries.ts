import { type Insertable, sql } from 'kysely';
import type { OutboundMessagesTable } from '#server/kernel/database/message-tables.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

/** Inserts the messages whose `cause` is not stored yet, so that each is sent once, and returns their number. */
export async function insertOutboundMessages(
  tx: Tx,
  rows: readonly Insertable<OutboundMessagesTable>[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const inserted = await tx
    .insertInto('outbound_messages')
    .values([...rows])
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .execute();
  return inserted.length;
}

/** A message that a worker has claimed for sending. */
export interface ClaimedMessage {
  id: string;
  channel: string;
  content: string;
  receiver_sealed: string | null;
  receiver_digest: string;
  /** The staff member who has the number, if it belongs to the office. */
  receiver_staff_id: string | null;
  tries: number;
}

/** Locks the first due message that no other worker has locked, until the transaction ends. */
export async function lockDueMessage(tx: Tx, now: Date): Promise<ClaimedMessage | undefined> {
  const { rows } = await sql<ClaimedMessage>`
    select id, channel, content, receiver_sealed, receiver_digest, receiver_staff_id, tries from outbound_messages
    where state = 'waiting' and due_at <= ${now}
    order by due_at, id limit 1 for update skip locked`.execute(tx);
  return rows[0];
}

/** Locks the count of messages to this number until the transaction ends. */
export async function lockReceiver(tx: Tx, digest: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`receiver:${digest}`}, 0))`.execute(tx);
}

/**
 * Returns when the number may get the next message after so many in this time; undefined if it may now. An
 * attempt that was certainly not accepted is not counted.
 */
export async function findLimitEnd(
  tx: Tx,
  digest: string,
  { hours, messages, now }: { hours: number; messages: number; now: Date },
): Promise<Date | undefined> {
  const since = new Date(now.getTime() - hours * 3_600_000);
  const { rows } = await sql<{ tried_at: Date }>`
    select tried_at from outbound_messages
    where receiver_digest = ${digest} and tried_at > ${since} and state <> 'dead' and claim is not null
    order by tried_at desc offset ${messages - 1} limit 1`.execute(tx);
  return rows[0] && new Date(rows[0].tried_at.getTime() + hours * 3_600_000);
}

export async function postponeMessage(tx: Tx, id: string, until: Date): Promise<void> {
  await tx.updateTable('outbound_messages').set({ due_at: until }).where('id', '=', id).execute();
}

export async function claimMessage(
  tx: Tx,
  id: string,
  { token, gateway, now }: { token: string; gateway: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('outbound_messages')
    .set((row) => ({ state: 'sending', tries: row('tries', '+', 1), tried_at: now, claim: token, gateway }))
    .where('id', '=', id)
    .execute();
}

export interface SendResult {
  state: 'waiting' | 'accepted' | 'unknown' | 'dead';
  providerId?: string;
  fault?: string;
  /** True if the provider certainly did not accept it. */
  rejected?: boolean;
  dueAt?: Date;
  now: Date;
}

/**
 * Records the result of an attempt. A late answer still counts unless a person has decided meanwhile; the
 * token identifies the attempt.
 */
export async function recordResult(db: Db, id: string, token: string, sendResult: SendResult): Promise<void> {
  const { state, providerId = '', fault: problem = '', rejected = false, dueAt, now } = sendResult;
  await db
    .updateTable('outbound_messages')
    .set({
      state,
      provider_id: providerId,
      fault: problem,
      settled_at: state === 'waiting' ? null : now,
      ...(rejected && { claim: null }),
      ...(dueAt && { due_at: dueAt }),
    })
    .where('id', '=', id)
    .where('claim', '=', token)
    .where('state', 'in', ['sending', 'unknown'])
    .execute();
}

/** Marks a message that cannot be tried at all as a dead letter. */
export async function markDeadLetter(tx: Tx, id: string, problem: string, now: Date): Promise<void> {
  await tx
    .updateTable('outbound_messages')
    .set({ state: 'dead', fault: problem, settled_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Releases messages whose sender stopped without a result. Those of a gateway that recognises ids are tried
 * again, which sends no second message; the result of all others is unknown, and a person decides.
 */
export async function releaseAbandoned(
  db: Db,
  { before, gatewaysWithIds, now }: { before: Date; gatewaysWithIds: readonly string[]; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('outbound_messages')
    .set({
      state: sql<'waiting'>`case when gateway = any(${[...gatewaysWithIds]}::text[]) then 'waiting' else 'unknown' end`,
      fault: 'sender-lost',
      due_at: now,
    })
    .where('state', '=', 'sending')
    .where('tried_at', '<', before)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function deletePhoneNumbers(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('outbound_messages')
    .set({ receiver_sealed: null, receiver_digest: '' })
    .where('created_at', '<', before)
    .where('receiver_sealed', 'is not', null)
    .execute();
}

export async function deleteOldMessages(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('outbound_messages')
    .where('created_at', '<', before)
    .where('workorder_id', 'is', null)
    .execute();
  await db.deleteFrom('gateway_twin_messages').where('received_at', '<', before).execute();
}
