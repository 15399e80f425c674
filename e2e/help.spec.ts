import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

test('the help link opens the guide at its section in a new page, with search and table of contents', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.receiver, '/schedule');
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: '帮助' }).click();
  const guide = await popup;
  await expect(guide.getByRole('heading', { name: '日程', level: 2 })).toBeFocused();
  await expect(guide.getByRole('heading', { name: '日程', level: 2 })).toBeInViewport();
  // The previous screen is still open.
  await expect(page.getByRole('heading', { name: '日程', level: 1 })).toBeVisible();
  await expectAccessible(guide, 'help');
  await expectNoOverflow(guide, 'help');

  await guide.getByLabel('查找手册').fill('恢复码');
  await expect(guide.getByRole('navigation', { name: '目录' }).getByRole('link')).toHaveText(['登录']);
  await guide.getByLabel('查找手册').fill('没有这样的词');
  await expect(guide.getByText('没有找到')).toBeVisible();
  await guide.getByLabel('查找手册').fill('');
  await guide
    .getByRole('navigation', { name: '目录' })
    .getByRole('link', { name: '办理', exact: true })
    .click();
  await expect(guide.getByRole('heading', { name: '办理', level: 2, exact: true })).toBeFocused();
  const picture = guide.getByRole('img', { name: '办理', exact: true });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(300);
});

test('a task of the operator links to its section in the operator guide', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.systemAdmin, '/business/operation');
  const section = page.getByRole('heading', { name: '备份与安全' }).locator('xpath=ancestor::section[1]');
  await section.getByRole('link', { name: '运维手册：备份与恢复' }).click();
  await expect(page.getByRole('heading', { name: '备份与恢复', level: 2 })).toBeFocused();
  await expectAccessible(page, 'operator guide');
  await expectNoOverflow(page, 'operator guide');
  // A link inside the text leads to a subheading of another section.
  await page.getByRole('link', { name: '作为系统服务' }).first().click();
  await expect(page.getByRole('heading', { name: '不用 npm 启动，作为系统服务', level: 3 })).toBeFocused();
});

test('the header does not move while the current user is still loading', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.receiver, '/exports');
  await page.route('**/sys/whoim', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await page.reload();
  const help = page.getByRole('link', { name: '帮助' });
  await help.click({ trial: true });
  const place = await help.boundingBox();
  await expect(page.getByRole('button', { name: /用户菜单/ })).toContainText('信访局');
  expect(await help.boundingBox()).toEqual(place);
});
