import { hash } from 'node:crypto';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import { canonicalJson } from '#server/kernel/http/canonical-json.ts';

/** Audit entry before it has a position in a chain. */
export interface AuditEntry {
  at: Date;
  /** Null for the system itself and for visitors without a session. */
  staffId: string | null;
  staffName: string;
  /** Action such as `work-order.handle`, `session.login`: capability and verb. */
  action: string;
  objectKind: string;
  objectId: string;
  /** Plain JSON; never a password, a whole ID number or a whole phone number. */
  detail: unknown;
  /** Digests of the objects that the action wrote, by object; see `digestsOf`. */
  digests?: Record<string, string> | null;
  requestId: string;
}

/** The end of a chain, to which the next record is appended. */
export interface AuditHead {
  chain: string;
  seq: number;
  hash: string;
}

export interface AuditRecord extends AuditEntry, AuditHead {
  digests: Record<string, string> | null;
  prevHash: string;
}

/** Signs with the audit log's key, which is not in the database. */
export type Signer = Pick<Crypto, 'signAuditLog'>;

/** Returns the initial head of a chain; its name is hashed, so that two chains cannot be swapped. */
export function emptyHead(chain: string): AuditHead {
  return { chain, seq: 0, hash: sm3(`banjian audit ${chain}`) };
}

/**
 * Returns the chain of a work order; its head is in the order's own row, so that the order's lock orders its
 * records.
 */
export function orderChain(workorderId: string): string {
  return `order:${workorderId}`;
}

/** Returns the order of a chain; undefined for a family's chain. */
export function orderOfChain(chain: string): string | undefined {
  return chain.startsWith('order:') ? chain.slice('order:'.length) : undefined;
}

/**
 * Returns the record of an entry at the end of a chain; without IO, so that the work-order statement can
 * write record and head at once.
 */
export function nextRecord(head: AuditHead, entry: AuditEntry, signer: Signer): AuditRecord {
  const digests = entry.digests ?? null;
  const record = { ...entry, digests, chain: head.chain, seq: head.seq + 1, prevHash: head.hash };
  return { ...record, hash: signer.signAuditLog(recordText(record)) };
}

/** Checks whether a hash was made with a key; those from before the key are exactly 64 hex digits. */
export function isKeyed(hash: string): boolean {
  return !/^[0-9a-f]{64}$/.test(hash);
}

type UnhashedRecord = Omit<AuditRecord, 'hash'>;

/** Returns all data of the row as text, including the previous hash. */
function recordText(record: UnhashedRecord): string {
  return canonicalJson([...plainText(record), record.digests]);
}

function plainText(record: UnhashedRecord): unknown[] {
  return [
    record.chain,
    record.seq,
    record.at.toISOString(),
    record.staffId,
    record.staffName,
    record.action,
    record.objectKind,
    record.objectId,
    record.detail,
    record.requestId,
    record.prevHash,
  ];
}

/**
 * Returns the hash by the rule before the key, which needs no secret: valid only up to the genesis record.
 */
export function hashWithoutKey(record: UnhashedRecord): string {
  return sm3(canonicalJson(plainText(record)));
}

/** Error of a record that follows `head`; `checkAuditRecord` returns undefined for a valid one. */
export type RecordProblem = 'missing' | 'moved' | 'changed' | 'unkeyed';

export function checkAuditRecord(
  head: AuditHead,
  record: AuditRecord,
  signer: Signer,
): RecordProblem | undefined {
  if (!isTime(record.at)) return 'changed';
  if (record.seq !== head.seq + 1) return 'missing';
  if (record.prevHash !== head.hash) return 'moved';
  if (isKeyed(record.hash))
    return record.hash === signer.signAuditLog(recordText(record)) ? undefined : 'changed';
  // After a signed record, none without the key may follow.
  if (head.seq > 0 && isKeyed(head.hash)) return 'unkeyed';
  return record.hash === hashWithoutKey(record) && record.digests === null ? undefined : 'changed';
}

/**
 * Checks whether a value is a time that ISO 8601 can express: a column may also contain `infinity` or a year
 * beyond every Date.
 */
export function isTime(at: unknown): at is Date {
  return at instanceof Date && !Number.isNaN(at.getTime());
}

export function sm3(text: string): string {
  return hash('sm3', text, 'hex');
}
