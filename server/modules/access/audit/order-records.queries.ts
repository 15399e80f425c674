import { sql } from 'kysely';
import type { Tx } from '#server/kernel/database/transaction.ts';
import type { AuditHead, AuditRecord } from './chain.ts';

/** Locks the order and returns the end of its chain, which is in its state row. */
export async function lockOrderHead(tx: Tx, workorderId: string): Promise<AuditHead | undefined> {
  const { rows } = await sql<AuditHead>`
    select ${`order:${workorderId}`} as chain, audit_seq as seq, audit_hash as hash
    from work_order_states where workorder_id = ${workorderId}::uuid for update`.execute(tx);
  return rows[0];
}

/** Writes a record and updates the head in the order's row. */
export async function insertOrderRecord(tx: Tx, workorderId: string, record: AuditRecord): Promise<void> {
  await sql`with head as (
      update work_order_states set audit_seq = ${record.seq}, audit_hash = ${record.hash}
      where workorder_id = ${workorderId}::uuid)
    insert into audit_links (chain, seq, at, staff_id, staff_name, action, object_kind, object_id, detail, request_id,
      digests, prev_hash, hash)
    values (${record.chain}, ${record.seq}, ${record.at}, ${record.staffId}, ${record.staffName}, ${record.action},
      ${record.objectKind}, ${record.objectId}, ${JSON.stringify(record.detail)}::jsonb, ${record.requestId},
      ${record.digests === null ? null : JSON.stringify(record.digests)}::jsonb, ${record.prevHash}, ${record.hash})`.execute(
    tx,
  );
}
