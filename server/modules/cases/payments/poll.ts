import { nextAttemptAt, paymentLimits, queryTable, refundQueryTable } from '#domain/payments/limits.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { claimDueQuery, type DueQuery, findPaymentOf } from './ledger.queries.ts';
import type { PaymentContext } from './ledger.ts';
import { deleteOldNotices } from './notices.queries.ts';
import { laterOf } from './notices.ts';
import { syncRefund } from './refunds.ts';
import { syncTry } from './tries.ts';

/**
 * Asks the gateway for every code and refund that is due, so that a payment is found without any notice. A refund is
 * asked for as long as it takes.
 */
export async function pollPayments(context: PaymentContext & Pick<JobContext, 'stopSignal'>): Promise<void> {
  for (const kind of ['try', 'refund'] as const) {
    while (!context.stopSignal?.aborted) {
      const now = context.now();
      const due = await inTransaction(context.db, (tx) =>
        claimDueQuery(tx, kind, now, (found) => nextQueryAt(kind, found, now)),
      );
      if (!due) break;
      const paymentId = await findPaymentOf(context.db, kind, due.id);
      if (paymentId === undefined) continue;
      if (kind === 'try') await syncTry(context, due.id, paymentId);
      else await syncRefund(context, paymentId, due.id);
    }
  }
  const noticesBefore = context.now().getTime() - paymentLimits.noticeDays * 86_400_000;
  await deleteOldNotices(context.db, new Date(noticesBefore));
}

/** Returns when to ask next: by the table, but also at the end of a code, to close it. */
function nextQueryAt(kind: 'try' | 'refund', { since, expiresAt, queries }: DueQuery, now: Date): Date {
  const table = kind === 'try' ? queryTable : refundQueryTable;
  const next = laterOf(nextAttemptAt(table, queries + 1, since), now);
  return expiresAt !== null && expiresAt > now && expiresAt < next ? expiresAt : next;
}
