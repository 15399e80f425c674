import { test as base, expect } from '@playwright/test';
import { test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';
import { serveThirdPartyApp } from './third-party-app.ts';

/** The settings of the journeys give the leader three applications (playwright.config.ts). */
let close: () => Promise<void> = async () => undefined;
base.beforeAll(async () => {
  close = await serveThirdPartyApp(Number(process.env.JOURNEY_FORM_PORT));
});
base.afterAll(() => close());

test('an application that answers becomes a screen of the portal, and can link back into the portal (S1 §9)', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.leader, '/third');
  // The root of the module opens the first application of the menu.
  await expect(page).toHaveURL(/\/third\/hostile$/);
  await page.getByRole('link', { name: '统计平台' }).click();
  const frame = page.locator('iframe[title="统计平台"]');
  await expect(frame).toHaveAttribute('data-phase', 'ready');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
  expect((await frame.boundingBox())?.height).toBeGreaterThanOrEqual(620);
  await expect(page.getByRole('heading', { name: '统计平台', level: 1 })).toBeVisible();
  await expectAccessible(page, 'an application of a third party');

  const app = page.frameLocator('iframe[title="统计平台"]');
  await expect(app.getByText('第 1 次问候')).toBeVisible();
  await app.getByRole('button', { name: '打开外部网址' }).click();
  await app.getByRole('button', { name: '打开待办' }).click();
  await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/todo$/);
});

test('an application that never answers is greeted ten times, a second apart, and can be retried (S1 §9)', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.leader, '/todo');
  const startedAt = Date.now();
  await page.getByRole('link', { name: '不应答的应用' }).click();
  const app = page.frameLocator('iframe[title="不应答的应用"]');
  const alert = page.getByRole('alert').filter({ hasText: '不应答的应用没有响应' });
  await expect(app.getByText('第 10 次问候')).toBeVisible();
  await expect(alert).toBeHidden();
  await expect(alert).toContainText('已尝试 10 次');
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(10_000);
  // A page that does not answer is removed and does not keep running invisibly.
  await expect(page.locator('iframe')).toHaveCount(0);
  await expectAccessible(page, 'an application that never answered');
  await alert.getByRole('button', { name: '重试' }).click();
  await expect(app.getByText('第 2 次问候')).toBeVisible();
  await expect(alert).toBeHidden();
});

test('a message from another origin is not accepted as the application’s', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.leader, '/third/hostile');
  const frame = page.locator('iframe[title="冒名应用"]');
  // By the second greeting, the foreign page has sent its message.
  await expect
    .poll(() => page.frames().filter((each) => each.url().includes('/stranger')).length)
    .toBeGreaterThan(1);
  await expect(frame).toHaveAttribute('data-phase', 'loading');
  await expect(page.getByText('冒名应用没有响应')).toBeVisible();
  await expect(page).toHaveURL(/\/third\/hostile$/);
});

test('an application that is not in the person’s menu is not opened', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.clerk, '/third/stats');
  await expect(page.getByText('您没有该菜单的权限，请联系管理员添加')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});
