import { SessionEnd } from '#domain/access/session-end.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';

/**
 * Ends every session, and requires the password in every browser again: sessions and browsers that were revoked
 * since the backup would be valid again.
 */
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
 * Marks messages that were not yet sent at the time of the backup as unknown, because most likely they have
 * been sent since. The operator decides on them, as on every message without an answer.
 */
export async function markMessagesUnknown(tx: Tx, now: Date): Promise<number> {
  const updated = await tx
    .updateTable('outbound_messages')
    .set({ state: 'unknown', fault: '从备份恢复，可能已经发送', settled_at: now })
    .where('state', 'in', ['waiting', 'sending'])
    .executeTakeFirst();
  return Number(updated.numUpdatedRows);
}
