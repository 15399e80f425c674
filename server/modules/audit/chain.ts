import { createHash } from 'node:crypto';
import { canonicalJson } from '#server/http/canonical-json.ts';

/** What happened, before it has a place in a chain. */
export interface AuditEntry {
  at: Date;
  /** Null for the system itself and for strangers. */
  staffId: string | null;
  staffName: string;
  /** `work-order.handle`, `session.login`: capability and verb. */
  action: string;
  objectKind: string;
  objectId: string;
  /** Plain JSON; never a password, a whole ID number or a whole telephone number. */
  detail: unknown;
  requestId: string;
}

/** The end of a chain: where the next link hangs. */
export interface AuditHead {
  chain: string;
  seq: number;
  hash: string;
}

export interface AuditLink extends AuditEntry, AuditHead {
  prevHash: string;
}

/** Where a chain begins; the name is in it, so that two chains cannot be swapped. */
export function emptyHead(chain: string): AuditHead {
  return { chain, seq: 0, hash: sm3(`banjian audit ${chain}`) };
}

/** The chain of one work order; its head stands on the order's own row, so that the order's lock orders its links. */
export function orderChain(workorderId: string): string {
  return `order:${workorderId}`;
}

/** Hangs an entry on a chain: pure, so that the work-order statement can write link and head in one go. */
export function nextLink(head: AuditHead, entry: AuditEntry): AuditLink {
  const link = { ...entry, chain: head.chain, seq: head.seq + 1, prevHash: head.hash };
  return { ...link, hash: hashLink(link) };
}

/** SM3 over the canonical text of everything the row says, the previous hash included. */
export function hashLink(link: Omit<AuditLink, 'hash'>): string {
  return sm3(
    canonicalJson([
      link.chain,
      link.seq,
      link.at.toISOString(),
      link.staffId,
      link.staffName,
      link.action,
      link.objectKind,
      link.objectId,
      link.detail,
      link.requestId,
      link.prevHash,
    ]),
  );
}

/** What is wrong with a link that follows `head`, or undefined when it fits. */
export function checkLink(head: AuditHead, link: AuditLink): string | undefined {
  if (link.seq !== head.seq + 1) return `link ${head.seq + 1} is missing`;
  if (link.prevHash !== head.hash) return 'does not continue the link before it';
  if (link.hash !== hashLink(link)) return 'its content was changed';
  return undefined;
}

export function sm3(text: string): string {
  return createHash('sm3').update(text).digest('hex');
}
