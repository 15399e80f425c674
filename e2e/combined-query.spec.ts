import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

test('the combined query finds an order by a title keyword, opens it read-only, and keeps its state on return', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.leader, '/query');
  await expect(page).toHaveURL(/\/query\/all$/);
  await expect(page.getByRole('heading', { name: '综合查询', level: 1 })).toBeVisible();
  const total = page.getByText(/^共 [\d,]+ 条$/);
  await expect(total.first()).toBeVisible();
  // The press hits the header cell of the column, not only its text.
  const overdueColumn = page.getByRole('columnheader', { name: '环节超期天数' });
  await overdueColumn.click({ position: { x: 3, y: 20 } });
  await expect(overdueColumn).toHaveAttribute('aria-sort', 'descending');
  const rows = page.getByRole('table', { name: '综合查询' }).getByRole('link');
  const title = page.getByRole('textbox', { name: '标题关键词' });
  await title.fill('电');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByText('标题关键词：每个词请至少输入两个字')).toBeVisible();
  await page.getByRole('button', { name: '知道了' }).click();
  await title.fill('电梯');
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.locator('mark', { hasText: '电梯' }).first()).toBeVisible();
  await expectAccessible(page, '综合查询');
  const code = (await rows.first().textContent()) ?? '';
  await rows.first().click();
  await expect(page).toHaveURL(new RegExp(`/query/view/${code}`));
  await expect(page.getByRole('heading', { name: '办件详情' })).toBeVisible();
  await expect(page.getByText(code).filter({ visible: true }).first()).toBeVisible();
  // Without a task there is nothing to write: only actions beside the flow, such as 督办.
  await expect(page.getByRole('textbox', { name: '处理意见' })).toHaveCount(0);
  await page.goBack();
  await expect(page.locator('mark', { hasText: '电梯' }).first()).toBeVisible();
  await expect(title).toHaveValue('电梯');

  const supervisor = await openSignedIn(people.countySupervisor, '/query/cross');
  await supervisor.getByRole('textbox', { name: '流水号' }).fill(code.slice(-4));
  await supervisor.getByRole('button', { name: '查询' }).click();
  await expect(
    supervisor.getByRole('table', { name: '跨区域查询' }).getByRole('link', { name: code }),
  ).toBeVisible();
});
