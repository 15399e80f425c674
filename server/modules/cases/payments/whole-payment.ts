import type { Db } from '#server/kernel/database/transaction.ts';
import { findPayment, type StoredPayment } from './ledger.queries.ts';
import { findPaymentOfRecord } from './records.queries.ts';

/** Returns the payment of a side record with all its codes and refunds; undefined if none was made yet. */
export async function wholePayment(
  db: Db,
  workorderId: string,
  recordId: number,
): Promise<StoredPayment | undefined> {
  const id = await findPaymentOfRecord(db, workorderId, recordId);
  return id === undefined ? undefined : findPayment(db, id);
}
