import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { dashboard, type Wall } from '#contract/dashboard.ts';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow, linesOf } from './page-checks.ts';
import { people } from './people.ts';

const numberIn = async (locator: Locator): Promise<number> =>
  Number(/\d+/.exec(await locator.innerText())?.[0]);

/** Follows a figure to its list and checks that the list has as many orders. */
async function expectSameCount(page: Page, link: Locator, count: number, list = '办件明细'): Promise<void> {
  await link.click();
  await expect(page.getByRole('heading', { name: list, level: 1 })).toBeVisible();
  const status = page.getByRole('main').getByRole('status').filter({ hasText: /^共 / });
  await expect(status).toHaveText(`共 ${count} 条`);
  await page.goBack();
  await expect(page.getByRole('list', { name: '主要数据' })).toBeVisible();
}

test('a dashboard figure links to a list with exactly the orders it counts', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.leader, '/todo');
  await page.getByRole('link', { name: '数据看板' }).click();
  const main = page.getByRole('main');
  const figures = main.getByRole('list', { name: '主要数据' });
  await main.getByRole('radiogroup', { name: '时间' }).getByText('本年').click();
  await expect(page).toHaveURL(/startDate=\d{4}-01-01/);
  await expect(figures.getByRole('link')).toHaveCount(7);
  await expect(main.getByRole('img', { name: /按日收件与办结/ }).locator('svg')).toBeVisible();
  await expectNoOverflow(page, 'dashboard');
  await expectAccessible(page, 'dashboard');
  // No line of a comparison begins in the middle of a figure or of its unit.
  for (const note of await figures.locator('[class*=note]').all())
    for (const line of (await linesOf(note)).slice(1)) expect(line).toMatch(/^(（|[+−\d]|持平|最长|无数据)/);

  for (const name of [/^收件/, /^办结/, /^在办/, /^全程超期/]) {
    const link = figures.getByRole('link', { name });
    const count = Number(/(\d+) 件/.exec(await link.innerText())?.[1]);
    await expectSameCount(page, link, count);
  }
  // The filter is still in the address.
  await expect(page).toHaveURL(/startDate=\d{4}-01-01/);

  const stages = main.getByRole('table', { name: '各环节在办' });
  const stage = stages.getByRole('link').first();
  await expectSameCount(page, stage, await numberIn(stage), '综合查询');

  // The chart can be shown as a table, by keyboard too.
  const card = main.getByRole('region', { name: '收件与办结' });
  await card.getByRole('radio', { name: '图' }).focus();
  await page.keyboard.press('ArrowRight');
  const day = card.getByRole('table', { name: '按日收件与办结' }).getByRole('link').first();
  // The table can be saved as a file, with the same content.
  const downloadEvent = page.waitForEvent('download');
  await card.getByRole('button', { name: '下载收件与办结的表格' }).click();
  const file = await downloadEvent;
  expect(file.suggestedFilename()).toMatch(/^收件与办结-\d{4}-01-01-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toMatch(/^\ufeff日期,收件,办结,/);
  const rows = card.getByRole('table', { name: '按日收件与办结' }).getByRole('row');
  expect(lines).toHaveLength(await rows.count());
  await expectSameCount(page, day, await numberIn(day));
});

test('a leader opens the step-overdue orders, sorted by overdue days, and urges in two clicks', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.leader, '/dashboard');
  const figures = page.getByRole('list', { name: '主要数据' });
  const overdue = figures.getByRole('link', { name: /^环节超期/ });
  const count = Number(/(\d+) 件/.exec(await overdue.innerText())?.[1]);
  expect(count).toBeGreaterThan(0);
  await expectSameCount(page, overdue, count, '综合查询');
  await overdue.click();
  const table = page.getByRole('table', { name: '综合查询' });
  await expect(table.getByRole('columnheader', { name: '环节超期天数' })).toHaveAttribute(
    'aria-sort',
    'descending',
  );
  await expectNoOverflow(page, 'late-orders');
  await expectAccessible(page, 'late-orders');
  const row = table.getByRole('row').nth(1);
  await row.getByRole('button', { name: '催办' }).click();
  const urge = page.getByRole('dialog', { name: /^催办/ });
  await expect(urge.getByRole('textbox', { name: '催办内容' })).toHaveValue(/已超期 \d+ 天/);
  await urge.getByRole('button', { name: '确认催办' }).click();
  await expect(urge).toBeHidden();
  await expect(page.getByText(/催办成功/).first()).toBeVisible();
});

test('on a phone a leader returns from the dashboard to the to-do list, and finds an order by its number', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.leader, '/todo', { viewport: { width: 390, height: 844 } });
  const card = page.getByRole('main').getByRole('listitem').first();
  const code = /\d{10}/.exec(await card.innerText())?.[0] ?? '';
  await page.goto('/dashboard');
  await expect(page.getByRole('list', { name: '主要数据' })).toBeVisible();
  await expectNoOverflow(page, 'dashboard-phone');
  // The figures come first: the filters are folded.
  await expect(page.getByRole('combobox', { name: '机构' })).toBeHidden();
  await expect(page.getByRole('list', { name: '主要数据' }).getByRole('link').first()).toBeInViewport();
  await page.getByRole('button', { name: '筛选' }).click();
  await expect(page.getByRole('combobox', { name: '机构' })).toBeVisible();
  await expectNoOverflow(page, 'dashboard-filters-phone');
  await page.getByRole('button', { name: '返回' }).click();
  await expect(page).toHaveURL(/\/todo/);
  await page.getByRole('button', { name: '查找', exact: true }).click();
  const field = page.getByRole('textbox', { name: '查找办件' });
  await expect(field).toBeFocused();
  await field.fill(code);
  const matches = page.getByRole('list', { name: '找到的办件' }).getByRole('link');
  await expect(matches).toHaveCount(1);
  // The title has the width of the row; status and limit are below it.
  const [title, row] = [await matches.locator('> span').first().boundingBox(), await matches.boundingBox()];
  expect(title?.width).toBeGreaterThan((row?.width ?? 0) - 40);
  await matches.click();
  await expect(page).toHaveURL(new RegExp(`/detail/${code}`));
  await expect(field).toBeHidden();
  // If the page is left before the order is there, it does not count as opened.
  const opened = () =>
    Object.entries(localStorage).some(([key, value]) => /recentOrders/.test(key) && value !== '[]');
  await expect.poll(() => page.evaluate(opened)).toBe(true);
  await page.getByRole('button', { name: '返回' }).click();
  await page.getByRole('button', { name: '查找', exact: true }).click();
  await expect(page.getByRole('region', { name: '最近打开' })).toBeVisible();
  await expectAccessible(page, 'search-phone');
});

test('the full-screen dashboard shows figures and update time without links, and has an exit', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.matterAdmin, '/dashboard', {
    viewport: { width: 1920, height: 1080 },
  });
  const figures = page.getByRole('list', { name: '主要数据' });
  await expect(figures).toBeVisible();
  await page.getByRole('button', { name: '大屏' }).click();
  const wall = page.getByRole('dialog', { name: '数据看板大屏' });
  await expect(wall.getByRole('list', { name: '主要数据' })).toContainText('环节超期');
  await expect(wall.getByText(/数据截至 \d{2}:\d{2}，每 60 秒更新/)).toBeVisible();
  await expect(
    wall
      .getByRole('img', { name: /折线图/ })
      .first()
      .locator('svg'),
  ).toBeVisible();
  await expect(wall.getByRole('link')).toHaveCount(0);
  await expectNoOverflow(page, 'dashboard-wall');
  await expectAccessible(page, 'dashboard-wall');
  await wall.getByRole('button', { name: '退出大屏' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

/** Gives the months of the wall these on-time rates, in per cent. */
async function giveRates(page: Page, rates: readonly number[]): Promise<void> {
  await page.route(
    (url) => url.pathname === dashboard.wall.path,
    async (route) => {
      const answer = await route.fetch();
      const json = (await answer.json()) as { data: Wall };
      for (const [index, rate] of rates.entries()) {
        const month = json.data.page.months[index];
        if (month === undefined) continue;
        month.onTime.count = Math.round(rate * 10);
        month.late.count = 1000 - month.onTime.count;
      }
      await route.fulfill({ response: answer, json });
    },
  );
}

/** Returns the texts of these charts that are cut or cover another one. */
async function textProblems(charts: Locator): Promise<string[]> {
  return await charts.evaluateAll((boxes) =>
    boxes.flatMap((box) => {
      const frame = box.getBoundingClientRect();
      const texts = [...box.querySelectorAll('text')].map((text) => ({
        text: text.textContent,
        place: text.getBoundingClientRect(),
      }));
      const cut = texts.filter(
        ({ place }) =>
          place.left < frame.left - 1 ||
          place.right > frame.right + 1 ||
          place.top < frame.top - 1 ||
          place.bottom > frame.bottom + 1,
      );
      const covered = texts.flatMap(({ text, place: a }, index) =>
        texts
          .slice(index + 1)
          .filter(
            ({ place: b }) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1,
          )
          .map((other) => `${text} and ${other.text}`),
      );
      return [...cut.map(({ text }) => `${text} is cut`), ...covered];
    }),
  );
}

for (const viewport of [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
])
  test(`no text of a chart of 大屏 is cut or covers another one at ${viewport.width}`, async ({
    openSignedIn,
  }) => {
    const page = await openSignedIn(people.leader, '/dashboard/wall', { viewport });
    const charts = page.getByRole('img', { name: /折线图/ });
    await expect(charts.locator('svg')).toHaveCount(2);
    expect(await textProblems(charts)).toEqual([]);
    // Rates just below and above the target of 95 %, whose name stands beside the lines.
    for (const rates of [
      [92.9, 98.2, 94.8, 96.1, 100, 92.1],
      [96.4, 93.5, 95, 92, 94, 97.6],
    ]) {
      await page.unrouteAll();
      await giveRates(page, rates);
      await page.reload();
      await expect(page.getByRole('img', { name: /按期办结率/ }).getByText(`${rates[0]}`)).toBeVisible();
      expect(await textProblems(charts)).toEqual([]);
    }
  });

test('a person without the dashboard permission has no dashboard link', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.clerk, '/todo');
  await expect(page.getByRole('link', { name: '待办事项' })).toBeVisible();
  await expect(page.getByRole('link', { name: '数据看板' })).toHaveCount(0);
});
