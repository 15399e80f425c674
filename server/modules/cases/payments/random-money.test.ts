import { afterAll, expect, test } from 'vitest';
import { noticeStatusOf, refundableOf, refundsOfTry } from '#domain/payments/ledger.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { checkInvariants } from '#test/invariants/check-invariants.ts';
import { createRandom, type Random } from '#test/workflow-model/random.ts';
import { openPaymentDesk } from '#test/world/payment-desk.ts';
import type { PaymentStubBehaviour } from '#test/world/payment-stub.ts';
import { randomCases } from '#test/world/random-cases.ts';
import { followPayments } from './follow.ts';
import { applyNotices } from './notices.ts';
import { pollPayments } from './poll.ts';
import { requestRefund } from './refunds.ts';
import { openCode, refreshPayment, revokePayment } from './tries.ts';

/**
 * Random histories of one payment against the gateway on this machine, whose own books are the oracle: codes that are
 * opened, paid late, twice and with a wrong amount; notices twice, forged and before their time; refunds by two leaders
 * at once; answers that are lost or wrong. MONEY_HISTORIES sets their number.
 */

const { context, clock, stub, clerk, newPayment, paymentOf, deliver } = await openPaymentDesk();
const histories = Number(process.env.MONEY_HISTORIES ?? randomCases(250));
const firstSeed = Number(process.env.MONEY_SEED ?? 1);
const minutes = (count: number) => clock.forward(count * 60_000);
const otherClerk = { staffId: 'staff-huangxiaomei', name: '黄小妹' };

afterAll(async () => {
  expect(await checkInvariants(context.db)).toEqual([]);
  const { findings } = await verifyAudit(context.db, context.crypto, { files: context.files });
  expect(findings).toEqual([]);
});

const faults: readonly PaymentStubBehaviour[] = [
  'drops',
  'does and drops',
  'busy',
  'answers unsigned',
  'signs with another key',
  'signs another answer',
];
const operations = ['trades/open', 'trades/query', 'trades/close', 'refunds/create', 'refunds/query'];

/** What happened to the money of a payment at the gateway. */
interface Booked {
  outNo: string;
  paid: number;
  refunded: number;
}

async function booksOf(id: string): Promise<Booked[]> {
  const { tries } = await paymentOf(id);
  return tries.map(({ outNo }) => {
    const trade = stub.trades.get(outNo);
    const done = [...stub.refunds.values()].filter((one) => one.outNo === outNo && one.state === 'done');
    return {
      outNo,
      paid: trade?.state === 'paid' ? trade.paid : 0,
      refunded: done.reduce((sum, { amount }) => sum + amount, 0),
    };
  });
}

type Step = (id: string, random: Random) => Promise<unknown>;

async function tradeOf(id: string, random: Random) {
  const { tries } = await paymentOf(id);
  const outNo = random.pick(tries.map((one) => one.outNo).filter((one) => stub.trades.has(one)));
  return outNo === undefined ? undefined : stub.trades.get(outNo);
}

const steps: Record<string, Step> = {
  open: (id) => openCode(context, id, clerk),
  async pay(id, random) {
    const trade = await tradeOf(id, random);
    if (!trade || trade.state === 'paid' || (trade.state === 'closed' && random.chance(0.4))) return;
    // Another amount, or money for somebody else.
    const wrong = random.chance(0.15) ? { paid: trade.amount - 1_000 } : {};
    stub.pay(trade.outNo, random.chance(0.05) ? { merchantId: 'M-other' } : wrong);
  },
  async notify(id, random) {
    const trade = await tradeOf(id, random);
    if (!trade) return;
    const notice = random.chance(0.2)
      ? stub.noticeOf({ subject: 'pay', outNo: trade.outNo, state: 'paid' }, { key: stub.otherKey })
      : stub.payNotice(trade.outNo);
    await Promise.all(Array.from({ length: 1 + random.below(3) }, () => deliver(notice)));
  },
  apply: () => applyNotices(context),
  async poll(_id, random) {
    minutes(1 + random.below(40));
    await pollPayments(context);
  },
  refresh: (id) => refreshPayment(context, id),
  follow: () => followPayments(context),
  async refund(id, random) {
    const payment = await paymentOf(id);
    const paid = random.pick(payment.tries.filter((one) => one.paid > 0));
    if (!paid) return;
    const left = refundableOf(payment, paid);
    const input = {
      ...{
        tryId: paid.id,
        amount: 1 + random.below(Math.max(1, paid.paid)),
        reason: 3 as const,
        note: '多收',
      },
      ...{ believedLeft: random.chance(0.85) ? left : left + 100, isOutside: false },
    };
    const leaders = random.chance(0.4) ? [clerk, otherClerk] : [clerk];
    await Promise.all(leaders.map((leader) => requestRefund(context, id, leader, input)));
  },
  async endRefund(id, random) {
    const { tries } = await paymentOf(id);
    const numbers = new Set(tries.map(({ outNo }) => outNo));
    const pending = [...stub.refunds.values()].filter(
      ({ outNo, state }) => numbers.has(outNo) && (state === 'pending' || state === 'abnormal'),
    );
    const refund = random.pick(pending);
    if (refund)
      stub.endRefund(refund.refundNo, random.pick(['done', 'done', 'abnormal', 'closed'] as const) ?? 'done');
  },
  revoke: (id) => revokePayment(context, id, clerk),
  async fail(_id, random) {
    const operation = random.pick(operations) ?? 'trades/query';
    stub.behaviours.push({ operation, behaviour: random.pick(faults) ?? 'drops' });
  },
};
const weights: Record<string, number> = {
  ...{ open: 6, pay: 6, notify: 3, apply: 2, poll: 4, refresh: 3, follow: 1 },
  ...{ refund: 4, endRefund: 3, revoke: 1, fail: 2 },
};
const names = Object.entries(weights).flatMap(([name, weight]) => Array<string>(weight).fill(name));

/** Rules that hold after every step, whatever the gateway has said. */
async function expectNothingTwice(id: string): Promise<void> {
  const payment = await paymentOf(id);
  expect(payment.tries.filter(({ counts }) => counts).length).toBeLessThanOrEqual(1);
  expect(payment.state).toBe(noticeStatusOf(payment));
  for (const { id: tryId, paid, outNo } of payment.tries) {
    const { done, pending } = refundsOfTry(payment, tryId);
    expect(done + pending).toBeLessThanOrEqual(paid);
    const trade = stub.trades.get(outNo);
    // Nothing is booked that the gateway did not take.
    expect(paid).toBeLessThanOrEqual(trade?.state === 'paid' ? trade.paid : 0);
  }
  for (const { paid, refunded } of await booksOf(id)) expect(refunded).toBeLessThanOrEqual(paid);
}

/** Lets all faults end, every refund be paid out, and the jobs run until nothing is left to do. */
async function settle(id: string): Promise<void> {
  stub.behaviours = [];
  for (let round = 0; round < 12; round += 1) {
    minutes(70);
    // The gateway repeats the notice of a payment until it is taken, also of a code that was closed before.
    for (const { outNo, paid } of await booksOf(id)) if (paid > 0) await deliver(stub.payNotice(outNo));
    await applyNotices(context);
    await pollPayments(context);
    await followPayments(context);
    const { tries } = await paymentOf(id);
    const numbers = new Set(tries.map(({ outNo }) => outNo));
    for (const { refundNo, outNo, state } of stub.refunds.values())
      if (numbers.has(outNo) && (state === 'pending' || state === 'abnormal'))
        stub.endRefund(refundNo, 'done');
  }
}

/** Every fen at the gateway is explained by the ledger of the portal. */
async function expectEveryFen(id: string): Promise<void> {
  const payment = await paymentOf(id);
  const books = new Map((await booksOf(id)).map((book) => [book.outNo, book]));
  for (const one of payment.tries) {
    const { paid, refunded } = books.get(one.outNo) ?? { paid: 0, refunded: 0 };
    const { done, pending } = refundsOfTry(payment, one.id);
    expect({ outNo: one.outNo, paid: one.paid, done, pending }).toEqual({
      outNo: one.outNo,
      paid,
      done: refunded,
      pending: 0,
    });
    // Money that neither pays the order nor waits for people has gone back; of a closed refund they are told.
    const waits = payment.refunds.some(
      ({ tryId, state }) => tryId === one.id && (state === 'closed' || state === 'refused'),
    );
    if (paid > 0 && !one.counts && one.state !== 'differs' && !waits)
      expect(paid - refunded, one.outNo).toBe(0);
  }
}

test(`${histories} random histories of money book and refund nothing twice, and explain every fen (P1–P17)`, async () => {
  const done: Record<string, number> = {};
  const met = { surplus: 0, differing: 0, refunds: 0, revoked: 0 };
  for (let seed = firstSeed; seed < firstSeed + histories; seed += 1) {
    const random = createRandom(seed);
    stub.behaviours = [];
    const id = await newPayment();
    const story: string[] = [];
    try {
      for (let count = 12 + random.below(20); count > 0; count -= 1) {
        const name = random.pick(names) ?? 'apply';
        story.push(name);
        done[name] = (done[name] ?? 0) + 1;
        await steps[name]?.(id, random);
        await expectNothingTwice(id);
      }
      await settle(id);
      await expectNothingTwice(id);
      await expectEveryFen(id);
      const { tries, refunds, isRevoked } = await paymentOf(id);
      met.surplus += tries.filter(({ state, counts }) => state === 'paid' && !counts).length;
      met.differing += tries.filter(({ state }) => state === 'differs').length;
      met.refunds += refunds.length;
      met.revoked += Number(isRevoked);
    } catch (error) {
      throw new Error(`seed ${seed}: ${story.join(' ')}`, { cause: error });
    }
  }
  expect(Object.keys(done).sort()).toEqual(Object.keys(steps).sort());
  for (const [name, count] of Object.entries(met)) expect(count, name).toBeGreaterThan(0);
}, 3_600_000);
