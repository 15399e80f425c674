import { sql } from 'kysely';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noticeStatusOf, paymentStatusOf, refundsOfTry } from '#domain/payments/ledger.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { openPaymentDesk } from '#test/world/payment-desk.ts';
import { applyNotices } from './notices.ts';
import { pollPayments } from './poll.ts';
import { openCode, refreshPayment, syncTry } from './tries.ts';

/** Tests payments against a gateway on this machine; P1 to P17 are the faults that payment systems are known for. */

const { context, clock, stub, clerk, newPayment, paymentOf, deliver } = await openPaymentDesk();
const minutes = (count: number) => clock.forward(count * 60_000);
let id = '';

beforeEach(async () => {
  stub.behaviours = [];
  stub.requests = [];
  id = await newPayment();
});

afterEach(async () => {
  const payment = await paymentOf(id);
  for (const { id: tryId, paid } of payment.tries) {
    const { done, pending } = refundsOfTry(payment, tryId);
    expect(done + pending).toBeLessThanOrEqual(paid);
  }
  expect(payment.state).toBe(noticeStatusOf(payment));
});

afterAll(async () => {
  expect(stub.wrongSignatures).toBe(0);
  expect(await checkInvariants(context.db)).toEqual([]);
  const { findings } = await verifyAudit(context.db, context.crypto, { files: context.files });
  expect(findings).toEqual([]);
});

async function open(): Promise<string> {
  const code = await openCode(context, id, clerk);
  if (isRefusal(code)) throw new Error(`No code was opened: ${code.message ?? code.refused}`);
  return code.outNo;
}

async function openAndPay(): Promise<string> {
  const outNo = await open();
  stub.pay(outNo);
  await refreshPayment(context, id);
  return outNo;
}

async function states() {
  const payment = await paymentOf(id);
  return [noticeStatusOf(payment), paymentStatusOf(payment)];
}

const countedNotices = async () =>
  (await context.db.selectFrom('payment_notices').select(['state', 'out_no', 'fault', 'body']).execute())
    .length;

describe('a code', () => {
  test('is opened with the amount of the order of payment, and never a second one beside it (S1 §4)', async () => {
    await Promise.allSettled([open(), open(), open()]);
    const payment = await paymentOf(id);
    expect(payment.tries).toHaveLength(1);
    expect(payment.tries[0]).toMatchObject({
      state: 'open',
      amount: 10_000,
      qrText: `https://pay.example.gov.cn/${payment.number}01`,
    });
    expect(await open()).toBe(`${payment.number}01`);
    expect(await states()).toEqual(['1', 1]);
  });

  test('whose opening was not answered is opened again under the same number', async () => {
    stub.behaviours = [{ operation: 'trades/open', behaviour: 'does and drops' }];
    expect(await openCode(context, id, clerk)).toMatchObject({ refused: 'paymentChannel' });
    minutes(1);
    await pollPayments(context);
    expect((await paymentOf(id)).tries).toMatchObject([{ state: 'open', place: 1 }]);
  });

  test('that the gateway refuses is a failed try, and another can be opened', async () => {
    stub.behaviours = [{ operation: 'trades/open', behaviour: 'refuses' }];
    expect(await openCode(context, id, clerk)).toMatchObject({ refused: 'paymentChannel' });
    expect(await states()).toEqual(['0', 2]);
    expect(await open()).toMatch(/02$/);
  });

  test('that expired is closed at the gateway before a new one is opened', async () => {
    const first = await open();
    minutes(16);
    const second = await open();
    expect(second).not.toBe(first);
    expect(stub.trades.get(first)?.state).toBe('closed');
    expect((await paymentOf(id)).tries.map(({ state }) => state)).toEqual(['closed', 'open']);
  });

  test('that expired is closed by the job, although no person asks', async () => {
    const first = await open();
    minutes(16);
    await pollPayments(context);
    expect(stub.trades.get(first)?.state).toBe('closed');
    expect(await states()).toEqual(['0', 2]);
  });
});

describe('an answer of the gateway', () => {
  test.each(['answers unsigned', 'signs with another key', 'signs another answer', 'busy', 'drops'] as const)(
    'that %s counts as none',
    async (behaviour) => {
      const outNo = await open();
      stub.pay(outNo);
      stub.behaviours = [{ operation: 'trades/query', behaviour }];
      await refreshPayment(context, id);
      expect(await states()).toEqual(['1', 1]);
      await refreshPayment(context, id);
      expect(await states()).toEqual(['2', 4]);
    },
  );
});

describe('a notice', () => {
  test('that comes twice at one instant books once, and both are answered as done (P1)', async () => {
    const outNo = await open();
    stub.pay(outNo);
    const before = await countedNotices();
    const notice = stub.payNotice(outNo);
    const answers = await Promise.all([deliver(notice), deliver(notice), deliver(stub.payNotice(outNo))]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect((await countedNotices()) - before).toBe(1);
    await Promise.all([applyNotices(context), applyNotices(context)]);
    const payment = await paymentOf(id);
    expect(payment.tries).toMatchObject([{ state: 'paid', counts: true, paid: 10_000 }]);
    expect(await states()).toEqual(['2', 4]);
  });

  test('that comes again an hour later under a new id changes nothing (P2)', async () => {
    const outNo = await openAndPay();
    const before = await paymentOf(id);
    minutes(60);
    expect((await deliver(stub.payNotice(outNo))).statusCode).toBe(200);
    await applyNotices(context);
    expect(await paymentOf(id)).toEqual(before);
  });

  test('that comes before the payment is visible is stored, and applied within a minute (P3)', async () => {
    const number = `${(await paymentOf(id)).number}01`;
    expect((await deliver(stub.payNotice(number))).statusCode).toBe(200);
    await applyNotices(context);
    expect(await states()).toEqual(['0', 1]);
    const outNo = await open();
    stub.pay(outNo);
    minutes(1);
    await applyNotices(context);
    expect(await states()).toEqual(['2', 4]);
  });

  test('that the books of the gateway do not confirm yet is tried again, also for a code that was closed', async () => {
    const outNo = await open();
    minutes(16);
    await refreshPayment(context, id);
    expect((await paymentOf(id)).tries).toMatchObject([{ state: 'closed' }]);
    // The notice is faster than the books that a query reads.
    expect((await deliver(stub.payNotice(outNo))).statusCode).toBe(200);
    await applyNotices(context);
    expect(await states()).toEqual(['0', 2]);
    stub.pay(outNo);
    minutes(2);
    await applyNotices(context);
    expect((await paymentOf(id)).tries).toMatchObject([{ state: 'paid', counts: true }]);
  });

  test('that was given up is taken up again when the gateway repeats it', async () => {
    const outNo = await open();
    expect((await deliver(stub.payNotice(outNo))).statusCode).toBe(200);
    await context.db
      .updateTable('payment_notices')
      .set({ state: 'unmatched', due_at: null, attempts: 80 })
      .where('out_no', '=', outNo)
      .execute();
    stub.pay(outNo);
    expect((await deliver(stub.payNotice(outNo))).statusCode).toBe(200);
    await applyNotices(context);
    expect(await states()).toEqual(['2', 4]);
  });

  test('that was stored by a process that was then killed is applied after the start (P4)', async () => {
    const outNo = await open();
    stub.pay(outNo);
    expect((await deliver(stub.payNotice(outNo))).statusCode).toBe(200);
    expect(await states()).toEqual(['1', 1]);
    await applyNotices(context);
    expect(await states()).toEqual(['2', 4]);
  });

  test('is answered as done only if it is stored (P4)', async () => {
    const outNo = await open();
    stub.pay(outNo);
    await context.db.schema.alterTable('payment_notices').renameTo('payment_notices_away').execute();
    const { statusCode } = await deliver(stub.payNotice(outNo));
    await context.db.schema.alterTable('payment_notices_away').renameTo('payment_notices').execute();
    expect(statusCode).toBeGreaterThanOrEqual(500);
    expect((await deliver(stub.payNotice(outNo))).statusCode).toBe(200);
    await applyNotices(context);
  });

  test('stays waiting while the gateway does not answer the query (P4)', async () => {
    const outNo = await open();
    stub.pay(outNo);
    await deliver(stub.payNotice(outNo));
    stub.behaviours = [{ operation: 'trades/query', behaviour: 'drops' }];
    await applyNotices(context);
    expect(await states()).toEqual(['1', 1]);
    minutes(1);
    await applyNotices(context);
    expect(await states()).toEqual(['2', 4]);
  });

  test('never comes: the gateway is asked after 1, 5, 10 and 30 minutes (P5)', async () => {
    const outNo = await open();
    const asked = () => stub.requests.filter((request) => request === `trades/query ${outNo}`).length;
    const askedAt: number[] = [];
    for (let minute = 1; minute <= 14; minute += 1) {
      minutes(1);
      const before = asked();
      await pollPayments(context);
      if (asked() > before) askedAt.push(minute);
    }
    expect(askedAt).toEqual([1, 5, 10]);
    stub.pay(outNo);
    minutes(1);
    await pollPayments(context);
    expect(await states()).toEqual(['2', 4]);
  });

  test('of a later event that comes first does not set the state back (P6)', async () => {
    const outNo = await open();
    stub.pay(outNo);
    await deliver(stub.payNotice(outNo));
    await applyNotices(context);
    await deliver(stub.payNotice(outNo, { state: 'waiting' }));
    await deliver(stub.payNotice(outNo, { state: 'closed' }));
    await applyNotices(context);
    expect(await states()).toEqual(['2', 4]);
  });

  test('that claims a payment which the gateway does not confirm books nothing (P6)', async () => {
    const outNo = await open();
    await deliver(stub.payNotice(outNo));
    await applyNotices(context);
    expect(await states()).toEqual(['1', 1]);
  });

  test.each([
    ['another amount', { paid: 9000 }, '应缴 100.00 元，到账 90.00 元'],
    ['another payee', { merchantId: 'M-other' }, '收款商户不同'],
    ['another currency', { currency: 'USD' }, '币种不是人民币（USD）'],
  ])(
    'of a payment with %s does not make it paid; the money is on the list of differences (P8)',
    async (...row) => {
      const [, values, fault] = row;
      const outNo = await open();
      stub.pay(outNo, values);
      await deliver(stub.payNotice(outNo));
      await applyNotices(context);
      expect((await paymentOf(id)).tries).toMatchObject([{ state: 'differs', counts: false, fault }]);
      expect(await states()).toEqual(['0', 2]);
    },
  );

  test('and the job at one time make one booking (P17)', async () => {
    const outNo = await open();
    stub.pay(outNo);
    await deliver(stub.payNotice(outNo));
    const aTry = (await paymentOf(id)).tries[0];
    await Promise.all([
      applyNotices(context),
      syncTry(context, aTry?.id ?? '', id),
      refreshPayment(context, id),
    ]);
    const { rows: records } = await sql`select from audit_links
      where action = 'work-order.payment-paid' and detail ->> 'outNo' = ${outNo}`.execute(context.db);
    expect(records).toHaveLength(1);
  });
});

describe('a notice without a right signature (P16)', () => {
  const wrongNotices = {
    'another text': (outNo: string) => stub.noticeOf({ subject: 'pay', outNo }, { signedBody: '{}' }),
    'another key': (outNo: string) => stub.noticeOf({ subject: 'pay', outNo }, { key: stub.otherKey }),
    'another merchant': (outNo: string) =>
      stub.noticeOf({ subject: 'pay', outNo }, { header: { 'x-merchant-id': 'M-other' } }),
    'another merchant in its text': (outNo: string) => stub.payNotice(outNo, { merchantId: 'M-other' }),
    'an old time': (outNo: string) =>
      stub.noticeOf({ subject: 'pay', outNo }, { timestamp: Math.floor(clock.now.getTime() / 1000) - 301 }),
    'a future time': (outNo: string) =>
      stub.noticeOf({ subject: 'pay', outNo }, { timestamp: Math.floor(clock.now.getTime() / 1000) + 301 }),
    'no signature': (outNo: string) =>
      stub.noticeOf({ subject: 'pay', outNo }, { header: { 'x-signature': '' } }),
    'no nonce': (outNo: string) => stub.noticeOf({ subject: 'pay', outNo }, { header: { 'x-nonce': '' } }),
  };

  test.each(Object.entries(wrongNotices))(
    'with %s is refused, and stored as it came',
    async (_name, make) => {
      const outNo = await open();
      stub.pay(outNo);
      const notice = make(outNo);
      const { statusCode, json } = await deliver(notice);
      expect(statusCode).toBe(401);
      expect(json()).toMatchObject({ errcode: 40170 });
      await applyNotices(context);
      expect(await states()).toEqual(['1', 1]);
      const stored = await context.db
        .selectFrom('payment_notices')
        .select(['state', 'fault'])
        .where('body', '=', notice.body)
        .execute();
      expect(stored).toEqual([{ state: 'refused', fault: expect.stringMatching(/./) }]);
    },
  );

  test('is stored only up to a number an hour, and is refused beyond it', async () => {
    clock.forward(3_700_000);
    const answers = await Promise.all(
      Array.from({ length: 120 }, () => deliver(stub.noticeOf({ subject: 'pay' }, { key: stub.otherKey }))),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
    const { stored } = await context.db
      .selectFrom('payment_notices')
      .select((row) => row.fn.countAll<number>().as('stored'))
      .where('state', '=', 'refused')
      .where('received_at', '=', clock.now)
      .executeTakeFirstOrThrow();
    expect(stored).toBe(100);
  });

  test.each([
    ['text that is no JSON', 'outNo=1&state=paid'],
    ['no text', ''],
    ['a list', '[]'],
    [
      'JSON that is nested too deeply',
      `{"merchantId":"${stub.merchantId}","more":${'['.repeat(300)}${']'.repeat(300)}}`,
    ],
  ])('is refused and stored if it is signed but has %s (0235)', async (_name, body) => {
    clock.forward(3_700_000);
    const notice = { body, headers: stub.headersOf(body) };
    const answer = await deliver(notice);
    expect(answer.statusCode).toBe(401);
    expect(answer.json()).toMatchObject({ errcode: 40170 });
    const stored = await context.db
      .selectFrom('payment_notices')
      .select(['state', 'fault', 'body'])
      .where('received_at', '=', clock.now)
      .execute();
    expect(stored).toEqual([{ state: 'refused', fault: 'notice-unreadable', body }]);
  });

  test('is refused if it is too long, or for a gateway that is not set up', async () => {
    const notice = stub.noticeOf({ subject: 'pay', padding: 'x'.repeat(17_000) });
    expect((await deliver(notice)).statusCode).toBe(413);
    expect((await deliver(stub.noticeOf({}), 'simulator')).statusCode).toBe(404);
  });
});
