import type { Context } from '#server/framework/context.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import * as queries from './verification.queries.ts';

const beijingMs = 8 * 3_600_000;

/**
 * Requests the nightly verification: in the night to Sunday with the bytes of files, which take the longest,
 * else without.
 */
export async function requestNightlyVerification(
  context: Pick<Context, 'db' | 'now' | 'newId' | 'notifier'>,
): Promise<void> {
  const isSunday = new Date(context.now().getTime() + beijingMs).getUTCDay() === 0;
  await inTransaction(context.db, (tx) =>
    queries.insertVerificationRequest(tx, {
      id: context.newId(),
      by: { staffId: '', name: '系统（每夜）' },
      at: context.now(),
      withFiles: isSunday,
    }),
  );
  context.notifier.wake('audit.verify');
}
