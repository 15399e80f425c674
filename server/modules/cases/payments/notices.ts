import { maxNoticeAttempts, nextAttemptAt, noticeTable, paymentLimits } from '#domain/payments/limits.ts';
import { type Refusal, refuse } from '#domain/refusals/refusals.ts';
import { noticeHeaders, type RawNotice } from '#server/adapters/gateways/payments/gateway.ts';
import type { JobContext } from '#server/framework/jobs/worker.ts';
import { inTransaction } from '#server/kernel/database/transaction.ts';
import { type RateLimit, reserveHits } from '#server/kernel/http/rate-limit.ts';
import { findByNumber } from './ledger.queries.ts';
import type { PaymentContext } from './ledger.ts';
import * as queries from './notices.queries.ts';
import { syncRefund } from './refunds.ts';
import { syncTry } from './tries.ts';

/** Notices of the gateway: verified and stored before they are answered, applied by a job afterwards. */

export function limitsOfNotices({ ip }: { ip: string }): RateLimit[] {
  const limit = paymentLimits.noticesPerMinuteOfAddress;
  return [{ bucket: `payment-notice:${ip}`, limit, windowSeconds: 60 }];
}

/** Returns the parts of a request that belong to its signature. */
export function rawNoticeOf(body: Buffer, headers: Readonly<Record<string, unknown>>): RawNotice {
  const signed = noticeHeaders.map((name) => [name, String(headers[name] ?? '').slice(0, 2000)] as const);
  return { body: body.toString('utf8'), headers: Object.fromEntries(signed) };
}

/**
 * Stores a notice and returns true: the gateway may then take it for delivered, because it is applied even if this
 * process ends at once. A notice without a valid signature changes nothing; its text is stored within limits, and an
 * error is logged.
 */
export async function receiveNotice(
  context: PaymentContext,
  gatewayName: string,
  raw: RawNotice,
  address: string,
): Promise<true | Refusal<'notFound' | 'noticeNotVerified'>> {
  const { payments: gateway, db, log } = context;
  if (gateway?.name !== gatewayName) return refuse('notFound');
  const at = context.now();
  const arrived = { id: context.newId(), gateway: gateway.name, raw, address, at };
  const notice = gateway.readNotice(raw);
  if ('fault' in notice) {
    const limit = { limit: paymentLimits.refusedNoticesPerHour, windowSeconds: 3600 };
    const reserved = await reserveHits(db, [{ bucket: 'payment-notice:refused', ...limit }], at);
    if (reserved) await queries.insertRefusedNotice(db, arrived, notice.fault);
    log.error({ fault: notice.fault, address }, 'A notice of the payment gateway was refused');
    return refuse('noticeNotVerified');
  }
  if (await queries.insertNotice(db, arrived, notice)) context.notifier.wake('payment.notices');
  return true;
}

type NoticeContext = PaymentContext & Pick<JobContext, 'stopSignal'>;

/** Applies due notices until none is left; one whose payment is not visible yet is tried again. */
export async function applyNotices(context: NoticeContext): Promise<void> {
  while (!context.stopSignal?.aborted) {
    const now = context.now();
    const due = await inTransaction(context.db, (tx) =>
      queries.claimDueNotice(tx, now, ({ receivedAt, attempts }) =>
        laterOf(nextAttemptAt(noticeTable, attempts, receivedAt), now),
      ),
    );
    if (!due) return;
    await applyNotice(context, due);
  }
}

async function applyNotice(context: NoticeContext, due: queries.DueNotice): Promise<void> {
  const { id, subject, outNo, attempts } = due;
  const found = await findByNumber(context.db, subject, outNo);
  if (!found) {
    const isLast = attempts + 1 >= maxNoticeAttempts;
    if (isLast) context.log.error({ outNo }, 'A notice of the payment gateway fits no payment');
    return queries.setNoticeState(context.db, id, isLast ? 'unmatched' : 'waiting', 'no-such-payment');
  }
  const isAnswered =
    subject === 'pay'
      ? await syncTry(context, found.id, found.paymentId)
      : await syncRefund(context, found.paymentId, found.id);
  await queries.setNoticeState(
    context.db,
    id,
    isAnswered ? 'applied' : 'waiting',
    isAnswered ? '' : 'gateway-silent',
  );
}

/** Returns a time at least a minute from now, for a job that was down for some time. */
export function laterOf(time: Date, now: Date): Date {
  return new Date(Math.max(time.getTime(), now.getTime() + 60_000));
}
