import { afterEach, describe, expect, test } from 'vitest';
import { paymentReconciliation as calls } from '#contract/payment-reconciliation.ts';
import type { Actor } from '#domain/access/actor.ts';
import { isRefusal } from '#domain/refusals/refusals.ts';
import { verifyAudit } from '#server/modules/access/audit/verify.ts';
import { openPaymentDesk } from '#test/world/payment-desk.ts';
import { exportablePaymentDay } from './exportable-day.ts';
import { applyNotices } from './notices.ts';
import { pollPayments } from './poll.ts';
import { fetchBills } from './reconcile.ts';
import { requestRefund } from './refunds.ts';
import { openCode, refreshPayment } from './tries.ts';

/** The daily reconciliation with the bill of the gateway (P18). */

const { office, context, clock, stub, clerk, newPayment, paymentOf, deliver } = await openPaymentDesk();
const person = office.as('shenjie');
const params = { day: '2026-03-02' };
const nextDay = new Date('2026-03-03T02:00:00.000Z');

afterEach(async () => {
  const { findings } = await verifyAudit(context.db, context.crypto, { files: context.files });
  expect(findings).toEqual([]);
});

async function open(): Promise<{ id: string; outNo: string }> {
  const id = await newPayment();
  const code = await openCode(context, id, clerk);
  if (isRefusal(code)) throw new Error('No code was opened');
  return { id, outNo: code.outNo };
}
async function openAndPay(values = {}) {
  const code = await open();
  stub.pay(code.outNo, values);
  await refreshPayment(context, code.id);
  return code;
}
const fetchBill = () => person.done(calls.fetch, { params });
const list = async (name = 'differences') =>
  (await person.done(calls.rows, { query: { ...params, list: name } })).rows;
const differences = async () =>
  (await list()).map(({ kind, outNo, ours, theirs, state }) => [kind, outNo, ours, theirs, state]);
const dayOf = async () => (await person.done(calls.day, { params })).day;

const agreeing = await openAndPay();
const missing = await openAndPay();
const notBooked = await open();
const differing = await openAndPay({ paid: 9000 });
const refunded = await openAndPay();
await requestRefund(context, refunded.id, clerk, {
  tryId: (await paymentOf(refunded.id)).tries[0]?.id ?? '',
  amount: 3000,
  believedLeft: 10_000,
  reason: 3,
  note: '多收',
  isOutside: false,
});
stub.endRefund(`${refunded.outNo}R01`, 'done');
clock.forward(60_000);
await pollPayments(context);
const line = (outNo: string, amount: string, type = 'pay') => ({
  type,
  outNo,
  transactionId: `T-${outNo}`,
  amount,
  at: '2026-03-02T02:00:00.000Z',
});
stub.bill = [
  line(agreeing.outNo, '100.00'),
  line(notBooked.outNo, '100.00'),
  line(differing.outNo, '90.00'),
  line(refunded.outNo, '100.00'),
  line(`${refunded.outNo}R01`, '30.00', 'refund'),
  line('9999', '80.00'),
];

describe('the bill of a day', () => {
  test('is not there on the same day, and a shortened or unclear one is refused', async () => {
    const early = await person.call(calls.fetch, { params });
    expect(early.body.errmsg).toBe('当天的账单次日才能取得');
    clock.now = nextDay;
    stub.billCount = 7;
    expect((await person.call(calls.fetch, { params })).body.errmsg).toBe('未能取得渠道账单，请稍后再取');
    stub.billCount = undefined;
    stub.behaviours = [{ operation: 'bills/download', behaviour: 'refuses' }];
    expect((await person.call(calls.fetch, { params })).body.errmsg).toContain('尚未生成');
    stub.bill = [...(stub.bill ?? []), line('8888', '1.001')];
    expect((await person.call(calls.fetch, { params })).body.errmsg).toBe('未能取得渠道账单，请稍后再取');
    stub.bill = stub.bill.slice(0, -1);
    expect(await dayOf()).toMatchObject({ fetchedAt: null });
  });

  test('gives the lists of differences, and the same ones when it runs again (P18)', async () => {
    expect(await fetchBill()).toEqual({ differences: 4 });
    const expected = [
      ['not-booked-here', notBooked.outNo, null, 10_000, 'open'],
      ['amounts-differ', differing.outNo, 10_000, 9000, 'open'],
      ['missing-there', missing.outNo, 10_000, null, 'open'],
      ['unknown-here', '9999', null, 8000, 'open'],
    ];
    const found = await differences();
    expect(found).toHaveLength(4);
    expect(found).toEqual(expect.arrayContaining(expected));
    expect(await fetchBill()).toEqual({ differences: 4 });
    expect(await differences()).toEqual(found);
    expect(await list('agreeing')).toMatchObject([
      { outNo: agreeing.outNo, ours: 10_000, workorderCode: expect.stringMatching(/^\d{10}$/) },
      { outNo: refunded.outNo },
      { outNo: `${refunded.outNo}R01`, type: 'refund', ours: 3000, theirs: 3000 },
    ]);
    expect(await dayOf()).toMatchObject({
      ours: 37_000,
      theirs: 44_000,
      refunds: 3000,
      agreeing: 3,
      open: 4,
      refundRows: 1,
    });
  });

  test('is fetched by the job once, for days with codes', async () => {
    stub.requests = [];
    await fetchBills(context);
    expect(stub.requests).toEqual([]);
    clock.forward(86_400_000);
    await fetchBills(context);
    await fetchBills(context);
    expect(stub.requests.filter((request) => request.startsWith('bills/download'))).toHaveLength(1);
    // People who reconcile are told once of a day that differs.
    const told = await context.db
      .selectFrom('messages')
      .select(['staff_id', 'title'])
      .where('title', 'like', '收费对账：%')
      .execute();
    expect(told.map(({ title }) => title)).toEqual(told.map(() => expect.stringMatching(/有 \d+ 笔差异$/)));
    expect(told.map(({ staff_id }) => staff_id)).toContain('staff-shenjie');
    expect(new Set(told.map(({ staff_id, title }) => `${staff_id} ${title}`)).size).toBe(told.length);
  });
});

describe('a difference', () => {
  const rowOf = async (outNo: string) => (await list()).find((row) => row.outNo === outNo)?.id ?? '';

  test('that the gateway confirms is booked by 核实', async () => {
    stub.pay(notBooked.outNo);
    const row = await person.done(calls.recheck, { params: { id: await rowOf(notBooked.outNo) } });
    expect(row).toMatchObject({ kind: 'agrees', state: 'agreed', ours: 10_000 });
    expect((await paymentOf(notBooked.id)).state).toBe('2');
  });

  test('can be held until a later day, and keeps that when it is compared again', async () => {
    const id = await rowOf(missing.outNo);
    const wrong = await person.call(calls.hold, { params: { id }, body: { until: '2026-03-01', note: ' ' } });
    expect(wrong.body.problems).toEqual([{ field: 'note', message: '请填写处理说明' }]);
    const past = await person.call(calls.hold, { params: { id }, body: { until: '2026-03-01', note: '等' } });
    expect(past.body.problems).toEqual([{ field: 'until', message: '请选择今天之后一年以内的日期' }]);
    const body = { until: '2026-03-06', note: '银行次日入账' };
    expect(await person.done(calls.hold, { params: { id }, body })).toMatchObject({
      state: 'held',
      heldUntil: '2026-03-06',
      handledBy: '沈洁',
    });
    await fetchBill();
    expect(await differences()).toContainEqual(['missing-there', missing.outNo, 10_000, null, 'held']);
  });

  test('keeps the day open, and a closed day takes no change', async () => {
    const closed = await person.call(calls.close, { params });
    expect(closed.body.errmsg).toBe('还有3笔差异未处理，不能关账');
    for (const { id } of await list())
      await person.done(calls.settle, { params: { id }, body: { note: '已向渠道查明' } });
    const [row] = await list();
    const again = await person.call(calls.settle, { params: { id: row?.id ?? '' }, body: { note: '再次' } });
    expect(again.body.errmsg).toBe('该差异已了结');
    expect(await person.done(calls.close, { params })).toEqual({ day: '2026-03-02' });
    expect((await person.call(calls.close, { params })).body.errmsg).toBe('该日已关账');
    expect((await person.call(calls.fetch, { params })).body.errmsg).toBe('该日已关账');
    const found = await person.done(calls.day, { params });
    expect(found).toMatchObject({ closedUntil: '2026-03-02', day: { closedBy: '沈洁', open: 0 } });
    expect(found.notes).toContainEqual(expect.objectContaining({ byName: '沈洁', text: '关账' }));
    expect((await person.done(calls.days, { query: {} })).rows.at(-1)).toMatchObject({ day: '2026-03-02' });
  });

  test('is handled only by people with the permission', async () => {
    for (const account of ['liuyang', 'wujianguo', 'tianye'])
      expect((await office.as(account).call(calls.day, { params })).status).toBe(403);
    expect((await office.stranger.call(calls.day, { params })).status).toBe(401);
  });
});

test('the differences of a day are a file, with what they mean and who settled them', async () => {
  const request = await exportablePaymentDay.request(context, {} as Actor, {
    ...params,
    list: 'differences',
  });
  if (isRefusal(request)) throw new Error(request.refused);
  const rows: unknown[] = [];
  for await (const batch of request.rows(context.db, 100)) rows.push(...batch);
  expect(rows).toEqual(await list());
  expect(await request.count()).toBe(rows.length);
  const cells = (row: unknown) =>
    Object.fromEntries(exportablePaymentDay.columns.map(({ title, cell }) => [title, cell(row)]));
  expect(rows.map(cells)).toContainEqual(
    expect.objectContaining({
      商户单号: differing.outNo,
      差异: '金额不同',
      '系统（元）': '100.00',
      '渠道（元）': '90.00',
      看起来是: '渠道实际收退的金额与系统不同',
    }),
  );
});

test('a notice that was refused is counted on the day (P16)', async () => {
  await deliver(stub.noticeOf({ subject: 'pay' }, { key: stub.otherKey }));
  await applyNotices(context);
  expect(await person.done(calls.day, { params })).toMatchObject({ refusedNotices: 1 });
});
