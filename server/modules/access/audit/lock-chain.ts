import type { Tx } from '#server/kernel/database/transaction.ts';
import { type AuditHead, emptyHead } from './chain.ts';
import * as queries from './queries.ts';

/** Locks the end of a family's chain, and creates it for the first record. */
export async function lockChain(tx: Tx, chain: string): Promise<AuditHead> {
  const head = await queries.lockHead(tx, chain);
  if (head) return head;
  await queries.createHead(tx, emptyHead(chain));
  return (await queries.lockHead(tx, chain)) ?? emptyHead(chain);
}
