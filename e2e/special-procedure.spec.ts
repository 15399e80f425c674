import { expect, type Page } from '@playwright/test';
import { workOrders } from '#contract/work-orders.ts';
import { getData } from './calls.ts';
import { pressInBar, statusOf } from './handling.ts';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

// A request without type and limit is refused by the dialog, a handling during the procedure by the server.
test.use({ expectedStatuses: [409] });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Returns the code of a permit that waits for the examiner, without a special procedure. */
async function permitInExamination(address: string): Promise<string> {
  const path = `${workOrders.todoPage.path}?nodeName=${encodeURIComponent('审查')}&size=10`;
  const { rows } = workOrders.todoPage.output.parse(await getData(address, people.permitExaminer, path));
  const row = rows.findLast(({ statusLabel }) => !statusLabel.includes('特别程序'));
  if (row === undefined) throw new Error('The demo office has no permit in examination');
  return row.code;
}

async function checkPage(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await expectNoOverflow(page, name);
}

test('an inspection is asked for, confirmed by a leader on a phone, and its time is not counted', async ({
  openSignedIn,
  baseURL,
}) => {
  const code = await permitInExamination(baseURL ?? '');
  const examiner = await openSignedIn(people.permitExaminer, `/affair/detail/${code}`);
  await pressInBar(examiner, '申请特别程序');
  const request = examiner.getByRole('dialog', { name: `申请特别程序 ${code}` });
  await request.getByRole('button', { name: '确认申请特别程序' }).click();
  await expect(request.getByText('请选择特别程序的类型')).toBeVisible();
  await expect(request.getByText('请填写期限')).toBeVisible();
  await request.getByRole('combobox', { name: '类型' }).click();
  await examiner.getByText('检验（不计入时限）', { exact: true }).last().click();
  await request.getByRole('spinbutton', { name: '期限' }).fill('15');
  await request.getByRole('textbox', { name: '承担机构' }).fill('县食品药品检验所');
  await request.getByRole('textbox', { name: '原因' }).fill('对后厨水样和餐具抽样检验。');
  await checkPage(examiner, 'special-request');
  await request.getByRole('button', { name: '确认申请特别程序' }).click();
  await expect(statusOf(examiner)).toHaveText('待确认特别程序');

  const leader = await openSignedIn(people.permitLeader, `/affair/detail/${code}`, phone);
  const card = leader.getByRole('region', { name: '特别程序' });
  await expect(card).toContainText('县食品药品检验所');
  await checkPage(leader, 'special-phone');
  await card.getByRole('button', { name: '确认特别程序' }).click();
  const confirmation = leader.getByRole('dialog', { name: `确认特别程序 ${code}` });
  await expect(confirmation).toContainText('检验，期限 15 个工作日，不计入时限。');
  await checkPage(leader, 'special-confirm-phone');
  await confirmation.getByRole('button', { name: '确认特别程序' }).click();
  await expect(statusOf(leader)).toHaveText('待特别程序');

  // The clock stands still, with the reason.
  await expect(statusOf(examiner)).toHaveText('待特别程序');
  await examiner.getByRole('tab', { name: '基本信息' }).click();
  await expect(examiner.getByRole('button', { name: '为什么是这一天' })).toBeVisible();

  const examined = examiner.getByRole('region', { name: '特别程序' });
  await examined.getByRole('button', { name: '登记特别程序结果' }).click();
  const result = examiner.getByRole('dialog', { name: `登记特别程序结果 ${code}` });
  await result.getByRole('textbox', { name: '结论' }).fill('合格');
  await result.getByRole('textbox', { name: '结果说明' }).fill('水样和餐具均合格。');
  await checkPage(examiner, 'special-result');
  await result.getByRole('button', { name: '确认登记特别程序结果' }).click();
  await expect(statusOf(examiner)).toHaveText('特别程序完成');
  await expect(examined).toContainText('合格');

  // The explanation names the pause; on the phone it fills the screen.
  await leader.reload();
  await leader.getByRole('button', { name: /^全程/ }).click();
  const explanation = leader.getByRole('dialog', { name: `时限说明 ${code}` });
  await expect(explanation.getByRole('region', { name: '时限明细' })).toContainText('开始计时，当天不计');
  await checkPage(leader, 'limit-phone');
});
