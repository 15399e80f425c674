import { expect, type Locator } from '@playwright/test';
import { workOrders } from '#contract/work-orders.ts';
import { chooseOption } from './form-controls.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { people } from './people.ts';

/** Returns how far the element that scrolls the row has been scrolled: in a low window it is the page. */
function scrollOffsetOf(row: Locator): Promise<number> {
  return row.evaluate((link) => {
    let box = link.parentElement;
    while (box && !(/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollTop > 0))
      box = box.parentElement;
    return box?.scrollTop ?? 0;
  });
}

test('a list restores filter, page, scroll position and focus on return from the detail page', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.receiver, '/done');
  const main = page.getByRole('main');
  await chooseOption(page, '事项', '群众来信办理');
  await main.getByRole('button', { name: '查询' }).click();
  // The rows of the first page stay until the second page is loaded.
  const response = page.waitForResponse((answer) => /donePage.*[?&]page=2(&|$)/.test(answer.url()));
  await main.getByRole('button', { name: '第 2 页' }).click();
  await expect(main.getByRole('button', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page');
  const secondPage = workOrders.donePage.output.parse((await (await response).json()).data);
  // A low window, so that the page must scroll.
  await page.setViewportSize({ width: 1366, height: 520 });
  await expect(main.getByRole('button', { name: '筛选（1）' })).toBeVisible();
  const row = main.getByRole('table', { name: '已办' }).getByRole('link').last();
  await expect(row).toHaveText(secondPage.rows.at(-1)?.code ?? '');
  await row.scrollIntoViewIfNeeded();
  const before = { top: await scrollOffsetOf(row), code: await row.innerText() };
  expect(before.top).toBeGreaterThan(40);

  await row.click();
  await expect(page.getByRole('heading', { name: '办件详情' })).toBeVisible();
  await main.getByRole('button', { name: '返回' }).click();

  await expect(page.getByRole('heading', { name: '已办', level: 1 })).toBeVisible();
  await expect(main.getByRole('button', { name: '第 2 页' })).toHaveAttribute('aria-current', 'page');
  await expect(row).toHaveText(before.code);
  await expect(row).toBeFocused();
  await expect.poll(() => scrollOffsetOf(row)).toBe(before.top);
  await main.getByRole('button', { name: '筛选（1）' }).click();
  await expect(page.getByRole('dialog', { name: '筛选' }).getByText('群众来信办理')).toBeVisible();
});

test('selected rows stay selected while another screen is open', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.clerk, '/affair/draft');
  const main = page.getByRole('main');
  // Two drafts of this journey, left as half-filled forms.
  const [first, second] = [writeLetter('').title, writeLetter('').title];
  for (const name of [first, second]) {
    await page.getByRole('link', { name: '新建办件' }).click();
    await main.getByRole('button', { name: '发起食品药品经营许可' }).first().click();
    await main.getByRole('textbox', { name: '申请人姓名' }).fill(name);
    await page.getByRole('link', { name: '草稿箱' }).click();
    await expect(main.getByRole('row', { name })).toBeVisible();
  }
  await main.getByRole('row', { name: first }).getByRole('checkbox').check();
  await expect(main.getByRole('status').filter({ hasText: '已选 1 条' })).toBeVisible();
  await page.getByRole('link', { name: '待办事项' }).click();
  await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: '草稿箱' }).click();
  await expect(main.getByRole('row', { name: first }).getByRole('checkbox')).toBeChecked();
  await expect(main.getByRole('row', { name: second }).getByRole('checkbox')).not.toBeChecked();
});

test('a typed start date is included in the search that Enter triggers', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.receiver, '/done');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: '展开' }).click();
  // Today, so that it is within the last year at any time; the test checks only the request.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  const response = page.waitForRequest((request) => request.url().includes(`startDate=${today}`));
  const start = main.getByPlaceholder('开始日期');
  await start.click();
  await start.pressSequentially(today);
  await start.press('Enter');
  await response;
  await expect(start).toHaveValue(today);
});
