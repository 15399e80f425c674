import type { Context } from '#server/framework/context.ts';
import type { Tx } from '#server/kernel/database/transaction.ts';
import { type AuditEntry, type AuditHead, type AuditRecord, nextRecord } from './chain.ts';
import { lockChain } from './lock-chain.ts';
import * as queries from './queries.ts';
import { recordOwnChanges } from './record-rows.ts';

/** Audit record to be appended; its time comes from the context, its position from the chain. */
export interface NewAuditRecord extends Omit<AuditEntry, 'at' | 'staffId' | 'staffName' | 'detail'> {
  /** The family of the object, such as `session` or `file`; work orders have chains of their own. */
  chain: string;
  actor: { staffId: string; name: string } | undefined;
  detail?: Record<string, unknown>;
}

/** Writes many rows at the end of one family's chain, in order, with two statements. */
export async function appendAll(
  tx: Tx,
  context: Pick<Context, 'crypto'>,
  chain: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  const lastEntry = entries.at(-1);
  if (lastEntry) await recordOwnChanges(tx, context, lastEntry);
  const records: AuditRecord[] = [];
  let head: AuditHead = await lockChain(tx, chain);
  for (const entry of entries) {
    const record = nextRecord(head, entry, context.crypto);
    records.push(record);
    head = record;
  }
  await queries.insertAuditRecords(tx, records);
}

/**
 * Writes one audit row at the end of its family's chain, in the transaction of the action itself. NOTE: it
 * locks the family until the commit, so call it last; the order's own statement uses `nextRecord` instead.
 */
export async function appendAudit(
  tx: Tx,
  context: Pick<Context, 'now' | 'crypto'>,
  newRecord: NewAuditRecord,
): Promise<void> {
  const entry: AuditEntry = {
    at: context.now(),
    staffId: newRecord.actor?.staffId ?? null,
    staffName: newRecord.actor?.name ?? '',
    action: newRecord.action,
    objectKind: newRecord.objectKind,
    objectId: newRecord.objectId,
    detail: newRecord.detail ?? {},
    requestId: newRecord.requestId,
  };
  await appendAll(tx, context, newRecord.chain, [entry]);
}
