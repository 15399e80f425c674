import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { TransactionType } from '#domain/enumerations/payment.ts';
import type { RefundReport, TryReport } from '#domain/payments/ledger.ts';
import type { Crypto } from '#server/kernel/crypto/crypto.ts';
import type { Db } from '#server/kernel/database/transaction.ts';
import type { GatewayAnswer, PaymentGateway, RawNotice } from './gateway.ts';
import { readNoticeContent } from './signed-http.ts';

/** The simulator, with the call by which a payment is simulated. */
export interface PaymentSimulator extends PaymentGateway {
  /** Pays an open code in the simulation; returns the notice of it, undefined if the code cannot be paid. */
  pay(outNo: string): Promise<RawNotice | undefined>;
}

export function isPaymentSimulator(gateway: PaymentGateway | undefined): gateway is PaymentSimulator {
  return gateway?.isSimulated === true;
}

/** Time after which a simulated refund is done, so that 退款中 can be seen. */
const refundMs = 30_000;
/** The bank fails on the refund of an amount with these fen, so that a refund that needs people can be seen. */
const failingFen = 13;
const simulatedMerchant = 'demo-office';

interface SimulatedRow {
  out_no: string;
  type: TransactionType;
  amount: number;
  state: string;
  transaction_id: string;
  expires_at: Date | null;
  at: Date;
}

/**
 * Creates the built-in simulator of a payment channel: it stores codes and refunds in a table of its own, as if it
 * were another system, and no money moves. Its notices are signed with a key of this installation.
 */
export function createPaymentSimulator(
  db: Db,
  crypto: Pick<Crypto, 'deriveKey'>,
  now: () => Date,
): PaymentSimulator {
  const signatureOf = (body: string) =>
    createHmac('sha256', crypto.deriveKey('payment-simulator')).update(body).digest('hex');

  async function find(type: TransactionType, outNo: string): Promise<SimulatedRow | undefined> {
    return db
      .selectFrom('gateway_twin_payments')
      .selectAll()
      .where('type', '=', type)
      .where('out_no', '=', outNo)
      .executeTakeFirst() as Promise<SimulatedRow | undefined>;
  }

  async function changeState(outNo: string, to: 'paid' | 'closed'): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('gateway_twin_payments')
      .set({ state: to, at: now() })
      .where('type', '=', TransactionType.pay)
      .where('out_no', '=', outNo)
      .where('state', '=', 'waiting')
      .where('expires_at', to === 'paid' ? '>' : 'is not', to === 'paid' ? now() : null)
      .executeTakeFirst();
    return Number(numUpdatedRows) === 1;
  }

  function reportOf(row: SimulatedRow | undefined): TryReport {
    const isPaid = row?.state === 'paid';
    const isExpired = row?.state === 'waiting' && (row.expires_at ?? now()) <= now();
    return {
      state: row === undefined ? 'missing' : isExpired ? 'closed' : (row.state as TryReport['state']),
      amount: isPaid ? row.amount : 0,
      currency: isPaid ? 'CNY' : '',
      merchantId: isPaid ? simulatedMerchant : '',
      transactionId: isPaid ? row.transaction_id : '',
      paidAt: isPaid ? row.at : null,
    };
  }

  function reportOfRefund(row: SimulatedRow | undefined): RefundReport {
    if (!row) return { state: 'missing', amount: 0, refundId: '', doneAt: null };
    const doneAt = new Date(row.at.getTime() + refundMs);
    if (row.amount % 100 === failingFen)
      return { state: 'abnormal', amount: row.amount, refundId: row.transaction_id, doneAt: null };
    const isDone = doneAt <= now();
    return {
      state: isDone ? 'done' : 'pending',
      amount: row.amount,
      refundId: row.transaction_id,
      doneAt: isDone ? doneAt : null,
    };
  }

  async function insert(row: SimulatedRow & { for_no: string }): Promise<void> {
    await db
      .insertInto('gateway_twin_payments')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  return {
    name: 'simulator',
    isSimulated: true,
    merchantId: simulatedMerchant,
    async openTry({ outNo, amount, expiresAt }) {
      const type = TransactionType.pay;
      const row = { out_no: outNo, type, amount, state: 'waiting', expires_at: expiresAt, at: now() };
      await insert({ ...row, for_no: '', transaction_id: `sim-${randomUUID()}` });
      return answered({ qrText: `演示二维码，不能付款：${outNo}`, expiresAt });
    },
    queryTry: async (outNo) => answered(reportOf(await find(TransactionType.pay, outNo))),
    async closeTry(outNo) {
      await changeState(outNo, 'closed');
      return answered(null);
    },
    async refund({ outNo, refundNo, amount }) {
      const paid = await find(TransactionType.pay, outNo);
      if (paid?.state !== 'paid') return { kind: 'refused', fault: 'NOT_PAID' };
      const type = TransactionType.refund;
      const row = {
        out_no: refundNo,
        for_no: outNo,
        type,
        amount,
        state: 'pending',
        expires_at: null,
        at: now(),
      };
      await insert({ ...row, transaction_id: `sim-${randomUUID()}` });
      return answered(reportOfRefund(await find(type, refundNo)));
    },
    queryRefund: async (refundNo) => answered(reportOfRefund(await find(TransactionType.refund, refundNo))),
    async readBill(day) {
      const rows = (await db
        .selectFrom('gateway_twin_payments')
        .selectAll()
        .where('state', 'in', ['paid', 'pending'])
        .orderBy('out_no')
        .execute()) as SimulatedRow[];
      const lines = rows.map(({ type, out_no: outNo, transaction_id: transactionId, amount, at }) => ({
        type,
        outNo,
        transactionId,
        amount,
        at: type === TransactionType.refund ? new Date(at.getTime() + refundMs) : at,
      }));
      return answered(lines.filter(({ at }) => localDateOf(at) === day));
    },
    readNotice({ body, headers }) {
      const [expected, found] = [signatureOf(body), headers['x-signature'] ?? ''].map((text) =>
        Buffer.from(text),
      );
      if (!expected || expected.length !== found?.length || !timingSafeEqual(expected, found))
        return { fault: 'signature-wrong' };
      return readNoticeContent(body, simulatedMerchant);
    },
    async pay(outNo) {
      if (!(await changeState(outNo, 'paid'))) return undefined;
      const row = await find(TransactionType.pay, outNo);
      const body = JSON.stringify({
        merchantId: simulatedMerchant,
        noticeId: `notice-${outNo}`,
        subject: 'pay',
        outNo,
        transactionId: row?.transaction_id ?? '',
        state: 'paid',
      });
      return { body, headers: { 'x-signature': signatureOf(body) } };
    },
  };
}

function answered<Value>(value: Value): GatewayAnswer<Value> {
  return { kind: 'answered', value };
}
