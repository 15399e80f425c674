import { expect } from '@playwright/test';
import { paymentReconciliation } from '#contract/payment-reconciliation.ts';
import { sideRecords } from '#contract/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const at = '2026-03-02T02:00:00.000Z';
const feeLine = { kind: '01', unit: '件', basis: '发改价格规〔2016〕2559号' };
const lines = [
  { ...feeLine, code: '103044601', name: '不动产登记费（住宅）', standard: 8000, quantity: 1, amount: 8000 },
  { ...feeLine, code: '103044602', name: '工本费', standard: 1000, quantity: 2, amount: 2000 },
];
const payment = {
  recordId: 1,
  number: '33012720260300000305',
  payer: '**华',
  lines,
  total: 10_000,
  status: '0',
  nonTaxStatus: 1,
  hint: '请确认缴费信息后支付',
  code: null,
  tries: [],
  refunds: [],
  isSimulated: true,
};
const paidTry = {
  id: '0195a000-0000-7000-8000-000000000001',
  outNo: '3301272026030000030501',
  state: 'paid',
  counts: true,
  amount: 10_000,
  paid: 10_000,
  left: 10_000,
  paidAt: at,
  openedAt: at,
  fault: '',
  refundProblem: '',
};
const record = {
  id: 1,
  kind: 'payment',
  kindName: '缴费',
  isOpen: true,
  traceId: null,
  nodeName: '受理审查',
  openedAt: at,
  openedBy: '刘洋',
  changedAt: at,
  changedBy: '刘洋',
  dueAt: null,
  pauses: [],
  extension: null,
  data: payment,
};
const offerOf = (command: string, label: string, recordId: number | null) => ({
  kind: 'payment',
  command,
  label,
  recordId,
  traceId: null,
  nodeName: '受理审查',
  dangerous: false,
  whyNot: '',
});

/** Opens an order that has a payment in this state, and presses a command of its card. */
async function openCommand(
  driver: ScreenDriver,
  command: { name: string; label: string; stateName: string },
  answer: object,
): Promise<void> {
  const { name, label, stateName } = command;
  await driver.alter(workOrders.detailPage, (data) => Object.assign(data as object, { recordCount: 1 }));
  await driver.alter(sideRecords.list, (data) =>
    Object.assign(data as object, {
      records: [{ ...record, state: 'unpaid', stateName }],
      offers: [offerOf(name, label, 1)],
    }),
  );
  await driver.page.route('**/payments/1', (route) =>
    route.fulfill({ json: { errcode: 0, code: 200, data: answer } }),
  );
  const items = lines.map((line) => ({ ...line, amountType: 'fixed', min: 0, max: 0 }));
  await driver.page.route('**/payment-fees', (route) =>
    route.fulfill({ json: { errcode: 0, code: 200, data: { items } } }),
  );
  await driver.openTask('受理审查');
  await driver.main.getByRole('button', { name: label, exact: true }).click();
  await expect(
    driver.page
      .getByRole('dialog')
      .getByText('不动产登记费')
      .or(driver.page.getByLabel(/^退款金额/))
      .first(),
  ).toBeVisible();
}

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;
const days = { screen: '/payments', who: people.matterAdmin } as const;

/** Opens a day with one difference of each kind. */
async function openDay(driver: ScreenDriver): Promise<void> {
  await driver.alter(paymentReconciliation.day, (data) =>
    Object.assign((data as { day: object }).day, {
      fetchedAt: at,
      ours: 526_000,
      theirs: 478_000,
      agreeing: 40,
      open: 2,
    }),
  );
  const row = {
    type: 'pay',
    transactionId: 'T-1',
    number: payment.number,
    workorderId: null,
    workorderCode: '',
    heldUntil: null,
    note: '',
    handledBy: '',
    handledAt: null,
    state: 'open',
  };
  const rows = [
    { ...row, id: 'a', kind: 'amounts-differ', outNo: paidTry.outNo, ours: 10_000, theirs: 9000 },
    { ...row, id: 'b', kind: 'unknown-here', outNo: '9999', number: '', ours: null, theirs: 8000 },
  ];
  await driver.alter(paymentReconciliation.rows, (data) =>
    Object.assign(data as object, { rows, total: rows.length }),
  );
  await driver.open('/payments?day=2026-03-02');
  await expect(driver.main.getByRole('row').nth(2)).toBeVisible();
}

/** Scenes of payments and their reconciliation (docs/decisions/0235). */
export const paymentScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'payment-order',
    state: 'order of payment',
    shows: ['OrderPaymentDialog', 'PaymentDialog'],
    show: (driver) =>
      openCommand(driver, { name: 'order', label: '开具缴款书', stateName: '未支付' }, payment),
  },
  {
    ...detail,
    name: 'payment-pay',
    state: 'payment',
    caption: 'A payment: its fees, its code, and the hint of its state',
    shows: ['PayDialog'],
    show: (driver) => openCommand(driver, { name: 'pay', label: '缴费', stateName: '未支付' }, payment),
  },
  {
    ...detail,
    name: 'payment-refund',
    state: 'refund',
    shows: ['RefundDialog'],
    show: (driver) =>
      openCommand(
        driver,
        { name: 'refund', label: '退款', stateName: '已支付' },
        { ...payment, status: '2', nonTaxStatus: 4, hint: '', tries: [paidTry] },
      ),
  },
  {
    ...days,
    name: 'payments',
    state: 'full',
    caption: 'Matter administrator: the daily reconciliation',
    show: openDay,
  },
  {
    ...days,
    name: 'payments-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(paymentReconciliation.day);
      await driver.open('/payments');
      await driver.waitForSkeleton();
    },
  },
  {
    ...days,
    name: 'payments-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(paymentReconciliation.day);
      await driver.open('/payments');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...days,
    name: 'payment-difference',
    state: 'difference put off',
    shows: ['DifferenceDialog'],
    show: async (driver) => {
      await openDay(driver);
      await driver.main.getByRole('button', { name: '挂起', exact: true }).first().click();
      await expect(driver.page.getByRole('dialog')).toBeVisible();
    },
  },
];
