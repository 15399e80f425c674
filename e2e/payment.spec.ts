import { expect, type Page } from '@playwright/test';
import { AmountType, FeeKind } from '#domain/enumerations/payment.ts';
import { postData } from './calls.ts';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const fixed = { amountType: AmountType.fixed, kind: FeeKind.nonTax, min: 0, max: 0 };
const fees = [
  {
    ...fixed,
    code: '103044601',
    name: '不动产登记费（住宅）',
    standard: 8000,
    unit: '件',
    basis: '发改价格规〔2016〕2559号',
  },
  { ...fixed, code: '103044602', name: '不动产权属证书工本费', standard: 1000, unit: '本', basis: '' },
];

const card = (page: Page) => page.getByRole('region', { name: '缴费', exact: true });

test('a payment whose notice comes twice is booked once, and refunded by a leader on the phone (S1 §4)', async ({
  openSignedIn,
  publishMatter,
  baseURL,
}) => {
  await publishMatter({
    code: 'house-transfer',
    name: '房屋转移登记',
    ownMatter: true,
    fees,
    fields: [{ id: 'reason', title: '登记原因', 'x-component': 'single-line', required: true }],
    steps: [{ name: '受理', handler: people.receiver, form: { authority: 1, fields: [] } }],
  });
  const clerk = await openSignedIn(people.clerk, '/initiation/house-transfer');
  await clerk.getByLabel('登记原因').fill('青溪新城 7 幢 302 室房屋转移登记');
  await clerk.getByRole('button', { name: '提交', exact: true }).click();
  const done = clerk.getByText(/^办件已提交，办件流水号：\d{10}$/);
  await expect(done).toBeVisible();
  const code = /\d{10}/.exec(await done.innerText())?.[0] ?? '';

  // The handler orders the payment; the step waits for it.
  const handler = await openSignedIn(people.receiver, `/affair/detail/${code}`);
  await handler.getByRole('button', { name: '更多' }).click();
  await handler.getByRole('menuitem', { name: '开具缴款书' }).click();
  const ordering = handler.getByRole('dialog');
  await ordering.getByRole('button', { name: '确认开具缴款书' }).click();
  await expect(ordering.getByText('请选择收费项目')).toBeVisible();
  await ordering.getByRole('checkbox', { name: '不动产登记费（住宅）' }).check();
  await ordering.getByRole('checkbox', { name: '不动产权属证书工本费' }).check();
  await ordering.getByRole('spinbutton', { name: /工本费的数量/ }).fill('2');
  await expect(ordering.getByText('合计 100.00 元')).toBeVisible();
  await expectAccessible(handler, 'an order of payment');
  await ordering.getByRole('button', { name: '确认开具缴款书' }).click();
  await expect(card(handler)).toContainText('未支付');
  await expect(card(handler)).toContainText('100.00 元');

  // One code, and the hint of each state.
  await card(handler).getByRole('button', { name: '缴费', exact: true }).click();
  const paying = handler.getByRole('dialog');
  await expect(paying.getByText('请确认缴费信息后支付')).toBeVisible();
  await paying.getByRole('button', { name: '生成二维码' }).click();
  await expect(paying.getByRole('img', { name: '缴费二维码' })).toBeVisible();
  await expect(paying.getByText('如已支付，请点击刷新状态')).toBeVisible();
  await expect(paying.getByRole('button', { name: '生成二维码' })).toHaveCount(0);
  await expect(paying.getByText('演示渠道，不会真正扣款')).toBeVisible();
  await expectAccessible(handler, 'a payment');
  await expectNoOverflow(handler, 'payment-1366');

  // The simulator delivers its notice twice.
  await paying.getByRole('button', { name: '模拟付款' }).click();
  await expect(paying.getByText(/到账$/)).toBeVisible();
  await paying.getByRole('button', { name: '关闭', exact: true }).last().click();
  await expect(card(handler)).toContainText('已支付');
  await expect(card(handler).getByRole('row', { name: /^缴费 \d{22}/ })).toHaveCount(1);

  // A leader refunds a part on the phone.
  const leader = await openSignedIn(people.leader, `/affair/detail/${code}`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await card(leader).getByRole('button', { name: '退款', exact: true }).click();
  const refunding = leader.getByRole('dialog');
  await refunding.getByLabel(/^退款金额/).fill('20.005');
  await refunding.getByLabel('退款说明').fill('少领一本证书');
  await refunding.getByRole('button', { name: '确认退款' }).click();
  await expect(refunding.getByText('金额最多保留两位小数')).toBeVisible();
  await refunding.getByLabel(/^退款金额/).fill('10');
  await expectAccessible(leader, 'a refund on the phone');
  await expectNoOverflow(leader, 'refund-390');
  await refunding.getByRole('button', { name: '确认退款' }).click();
  await expect(card(leader)).toContainText('退款中');
  await expect(card(leader)).toContainText('少领一本证书');
  await expectNoOverflow(leader, 'payment-card-390');

  // The channel ends the refund; the rest stays paid.
  await leader.waitForTimeout(31_000);
  await postData(baseURL ?? '', people.leader, `/api/work-orders/${code}/payments/1/refresh`, {});
  await expect(card(leader)).toContainText('已支付');
  await expect(card(leader)).toContainText('10.00 元');

  // The bill of the channel agrees with the payments of the day.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  const office = await openSignedIn(people.matterAdmin, `/payments?day=${today}`);
  await office.getByRole('button', { name: '取渠道账单' }).click();
  await expect(office.getByText('没有差异')).toBeVisible();
  await office.getByRole('tab', { name: /^一致/ }).click();
  await expect(office.getByRole('link', { name: code, exact: true }).first()).toBeVisible();
  await expect(office.getByRole('button', { name: '关账' })).toBeDisabled();
  await expectAccessible(office, 'the reconciliation');
  await expectNoOverflow(office, 'payments-1366');
});
