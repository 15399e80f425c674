import { sql } from 'kysely';
import type { MessageState } from '#domain/messages/message-state.ts';
import { pageOfQuery } from '#server/kernel/database/read-page.ts';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

const externalChannelCodes = ['10', '7'];

interface Paging {
  page: number;
  size: number;
  channel?: string | undefined;
}

export function countByState(db: Db) {
  return db
    .selectFrom('outbound_messages')
    .select((row) => ['channel', 'state', row.fn.countAll<number>().as('count')])
    .where('channel', 'in', externalChannelCodes)
    .groupBy(['channel', 'state'])
    .execute();
}

export async function listOutboundMessages(
  db: Db,
  { state, channel, ...paging }: Paging & { state?: MessageState | undefined },
) {
  let query = db
    .selectFrom('outbound_messages')
    .where('channel', 'in', channel === undefined ? externalChannelCodes : [channel]);
  if (state !== undefined) query = query.where('state', '=', state);
  const selection = query
    .select([
      'id',
      'channel',
      'event',
      'receiver_sealed',
      'state',
      'tries',
      'fault',
      'gateway',
      'provider_id',
      'created_at',
      'tried_at',
      'due_at',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  return pageOfQuery(db, selection, paging);
}

export type OutboundRow = Awaited<ReturnType<typeof listOutboundMessages>>['rows'][number];

export async function listSimulatorMessages(db: Db, { channel, ...paging }: Paging) {
  let query = db.selectFrom('gateway_twin_messages');
  if (channel !== undefined) query = query.where('channel', '=', channel);
  const selection = query
    .select(['id', 'channel', 'receiver_sealed', 'content', 'received_at'])
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc');
  return pageOfQuery(db, selection, paging);
}

/** Locks the message until the transaction ends. */
export function lockMessage(tx: Tx, id: string) {
  return tx
    .selectFrom('outbound_messages')
    .select(['id', 'channel', 'state', 'fault', 'tries', 'receiver_sealed'])
    .where('id', '=', id)
    .where('channel', 'in', externalChannelCodes)
    .forUpdate()
    .executeTakeFirst();
}

/** Restarts the message; it keeps its id, by which the provider recognises a repetition. */
export async function requeueMessage(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('outbound_messages')
    .set({ state: 'waiting', tries: 0, due_at: now, settled_at: null, claim: null })
    .where('id', '=', id)
    .execute();
}

export async function markMessageSent(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('outbound_messages')
    .set({ state: 'accepted', settled_at: now, claim: null })
    .where('id', '=', id)
    .execute();
}

/** Restarts every dead letter of a channel that can still be sent. */
export async function requeueDeadLetters(tx: Tx, channel: string, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    update outbound_messages set state = 'waiting', tries = 0, due_at = ${now}, settled_at = null, claim = null
    where state = 'dead' and channel = ${channel} and receiver_sealed is not null returning id`.execute(tx);
  return rows.length;
}
