import { SessionEnd } from '#domain/access/session-end.ts';
import type { Tx } from '#server/database/transaction.ts';

/** Ends every session, and every browser that may sign in without a password: what was revoked since would be back. */
export async function endAllSessions(tx: Tx, now: Date): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: SessionEnd.restored })
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  await tx.updateTable('device_tokens').set({ may_sign_in: false }).where('may_sign_in', '=', true).execute();
  return Number(ended.numUpdatedRows);
}

/**
 * Messages that were on their way at the moment of the backup have most likely been sent since: nobody knows, and whoever
 * watches the channels decides, as of every message without an answer.
 */
export async function holdMessages(tx: Tx, now: Date): Promise<number> {
  const held = await tx
    .updateTable('outbound_messages')
    .set({ state: 'unknown', fault: '从备份恢复，可能已经发送', settled_at: now })
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst();
  return Number(held.numUpdatedRows);
}
