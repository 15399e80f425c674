import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';

const simulatorPage = (page: Page) => page.getByText('这是演示用的内置模拟');
const link = (page: Page) => page.getByRole('button', { name: '统一身份认证登录（演示）' });

/** Chooses a person at the provider, by name, office or post. */
async function choose(page: Page, who: RegExp): Promise<void> {
  await expect(simulatorPage(page)).toBeVisible();
  await page.getByRole('link', { name: who }).click();
}

test('a deep link survives the unified login, and signing out ends the sessions of portal and provider (S0 §2)', async ({
  openBrowser,
  baseURL,
}) => {
  const page = await (await openBrowser()).newPage();
  await page.goto('/done?page=1');
  await expect(page).toHaveURL(/\/login\?r=/);
  await link(page).click();
  await choose(page, /^刘洋/);
  await expect(page.getByRole('heading', { name: '已办', level: 1 })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(baseURL);
  expect(await page.evaluate(() => localStorage.getItem('banjian.loginType'))).toBe('oidc');
  // No trace of the login remains in the address or the history.
  expect(page.url()).not.toMatch(/code=|state=/);

  // The page is complete: no request is pending when it is left.
  await expect(page.getByRole('main').getByRole('button', { name: '视图' })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const logoutRequest = page.waitForRequest((request) =>
    request.url().includes('/logout?post_logout_redirect_uri='),
  );
  await page.getByRole('button', { name: '确认退出' }).click();
  expect(new URL((await logoutRequest).url()).origin).not.toBe(baseURL);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('banjian.accessToken'))).toBeNull();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  // The provider has ended its session too: it asks again.
  await link(page).click();
  await expect(simulatorPage(page)).toBeVisible();
});

test.describe('a unified login that the portal refuses', () => {
  test.use({ expectedStatuses: [403, 400] });

  test('shows the reason: unknown account, disabled account, or the response of a login that another browser began', async ({
    openBrowser,
  }) => {
    const page = await (await openBrowser()).newPage();
    await page.goto('/login?r=/todo');
    await link(page).click();
    await choose(page, /^外单位人员/);
    await expect(page.getByRole('alert')).toContainText('没有对应的本系统账号');
    // The address contains the requested page.
    await expect(page).toHaveURL(/\/login\?r=%2Ftodo/);

    const others = await (await openBrowser()).newPage();
    await others.goto('/login');
    await link(others).click();
    await choose(others, /已停用/);
    await expect(others.getByRole('dialog', { name: '账号已停用' })).toBeVisible();

    const victim = await (await openBrowser()).newPage();
    await victim.goto('/login?code=somebodys&state=somebodys');
    await expect(victim.getByRole('alert')).toContainText('统一身份认证未完成或已失效');
    await expect(victim.getByRole('button', { name: '登录', exact: true })).toBeEnabled();
  });
});
