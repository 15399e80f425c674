import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { expectAccessible, expectNothingOverlaps } from './page-checks.ts';
import { people } from './people.ts';

const labels = ['全部', '超期', '今日到期', '将到期', '退回', '今日新到'];
const tabOf = (page: Page, label: string) => page.getByRole('tab', { name: new RegExp(`^${label}\\s*\\d`) });
const countOf = async (page: Page, label: string) =>
  Number(/\d+/.exec(await tabOf(page, label).innerText())?.[0]);

test('the figure of orders due today opens its tab, and each tab lists as many rows as it counts', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.receiver, '/index');
  const figure = page.getByRole('list', { name: '我的件数' }).getByRole('link', { name: /今日到期/ });
  const dueToday = Number(/(\d+)\s*件/.exec(await figure.innerText())?.[1]);
  await figure.click();
  await expect(page).toHaveURL(/\/todo\?tab=today$/);
  await expect(tabOf(page, '今日到期')).toHaveAttribute('aria-selected', 'true');
  expect(await countOf(page, '今日到期')).toBe(dueToday);

  const main = page.getByRole('main');
  for (const label of labels) {
    await tabOf(page, label).click();
    const count = await countOf(page, label);
    if (count === 0)
      await expect(main.getByText(/^(暂无待办|没有.+的待办|今日没有新到的待办)$/)).toBeVisible();
    else await expect(main.getByText(`共 ${count} 条`)).toBeVisible();
  }
  // The tab is still selected after a visit to another page.
  await tabOf(page, '今日新到').click();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^已办事项/ })
    .first()
    .click();
  await expect(page.getByRole('table', { name: '已办' })).toBeVisible();
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^待办事项/ })
    .first()
    .click();
  await expect(tabOf(page, '今日新到')).toHaveAttribute('aria-selected', 'true');
});

for (const widths of [[390, 320], [768]]) {
  test(`all tabs are fully visible in a window of ${widths.join(' and ')}`, async ({ openSignedIn }) => {
    const isPhone = widths.every((width) => width < 700);
    const viewport = { width: widths[0] ?? 0, height: 844 };
    const page = await openSignedIn(people.receiver, '/todo?tab=arrived', { viewport, hasTouch: isPhone });
    await expect(tabOf(page, '今日新到')).toHaveAttribute('aria-selected', 'true');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      for (const label of labels) {
        // The tabs are laid out again after a change of the window.
        await expect
          .poll(async () => {
            const box = await tabOf(page, label).boundingBox();
            return box !== null && box.x >= 0 && box.x + box.width <= width;
          }, label)
          .toBe(true);
        if (isPhone) expect((await tabOf(page, label).boundingBox())?.height).toBeGreaterThanOrEqual(44);
      }
      await expectNothingOverlaps(page);
      await expectAccessible(page, `the tabs at ${width}`);
    }
  });
}
