import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/database/transaction.ts';

export async function findNewest(db: Db): Promise<{ seq: number; at: Date } | undefined> {
  return await db
    .selectFrom('audit_anchors')
    .select(['seq', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the highest number of an anchor that the audit log has recorded as lost; 0 if none was. */
export async function findLastLostNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ until: number }>`
    select coalesce(max((detail ->> 'to')::int), 0) as until from audit_links
    where object_kind = 'anchors' and object_id = '' and chain = 'installation'
      and action = 'installation.anchors-lost'`.execute(db);
  return rows[0]?.until ?? 0;
}

/** Locks the recording of losses, so that only one of two servers that start at once does it. */
export async function lockLossRecording(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('lost_anchors'))`.execute(tx);
}

/** Returns the loss that the audit log recorded last; undefined if there is none. */
export async function findLastLoss(db: Db): Promise<unknown> {
  const { rows } = await sql<{ detail: unknown }>`select detail from audit_links
    where object_kind = 'anchors' and object_id = '' and chain = 'installation'
      and action = 'installation.anchors-lost' order by seq desc limit 1`.execute(db);
  return rows[0]?.detail;
}

export async function isAcknowledged(db: Db, findingId: string): Promise<boolean> {
  const { rows } =
    await sql`select from audit_links where object_kind = 'finding' and object_id = ${findingId}
    and chain = 'audit' and action = 'audit.finding-acknowledged' limit 1`.execute(db);
  return rows.length > 0;
}
