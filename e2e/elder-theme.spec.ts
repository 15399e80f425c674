import { expect, type Page } from '@playwright/test';
import { confirmButtonWithDocuments } from './handling.ts';
import { test } from './journey.ts';
import { expectFocusInSight, tabTo } from './keyboard.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { captcha, fillLogin, password, people } from './people.ts';

const themeOf = (page: Page) => page.locator('html').getAttribute('data-theme');
const fontSizeOf = (page: Page) => page.evaluate(() => getComputedStyle(document.body).fontSize);

test('长辈版 is switched on by keyboard, used to handle an order, and restored at the next login', async ({
  openBrowser,
  startLetter,
}) => {
  test.setTimeout(180_000);
  const code = await startLetter(people.clerk, writeLetter('长辈版办理'));
  const context = await openBrowser();
  const page = await context.newPage();
  await page.setViewportSize({ width: 1366, height: 768 });
  const { keyboard } = page;

  const signIn = async (target: Page) => {
    await target.goto('/login');
    await expect(target.getByRole('img', { name: '验证码图片' })).toBeVisible();
    await expect(target.getByRole('textbox', { name: '账号' })).toBeFocused();
    await target.keyboard.type(people.otherClerk);
    await tabTo(target, '密码');
    await target.keyboard.type(password);
    await tabTo(target, '验证码');
    await target.keyboard.type(captcha);
    await target.keyboard.press('Enter');
    await target.waitForURL((url) => !url.pathname.startsWith('/login'));
  };
  const switchTheme = async (target: Page, name: string) => {
    await tabTo(target, '用户菜单');
    await target.keyboard.press('Enter');
    const choice = target.getByRole('menuitem', { name });
    for (let presses = 0; presses < 12; presses++) {
      if (await choice.evaluate((element) => element === document.activeElement)) break;
      await target.keyboard.press('ArrowDown');
    }
    await target.keyboard.press('Enter');
  };

  await test.step('长辈版 is switched on', async () => {
    await signIn(page);
    expect(await themeOf(page)).toBe('standard');
    const preferencesSaved = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences'));
    await switchTheme(page, '切换到长辈版');
    expect((await preferencesSaved).status()).toBe(200);
    expect(await themeOf(page)).toBe('elder');
    expect(await fontSizeOf(page)).toMatch(/^18\.?0*\d*px$/);
    await expectFocusInSight(page);
  });

  await test.step('the main screens are accessible and fit into the window', async () => {
    for (const path of ['/todo', '/index', '/workflow-new', '/messages', '/schedule']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expectAccessible(page, `elder ${path}`);
      await expectNoOverflow(page, `elder${path.replaceAll('/', '-')}`);
    }
  });

  await test.step('controls are at least 48 px high', async () => {
    await page.goto('/todo');
    await expect(page.getByRole('button', { name: '查询', exact: true })).toBeVisible();
    const box = await page.getByRole('button', { name: '查询', exact: true }).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(48);
    const menuEntry = await page.getByRole('link', { name: /^待办/ }).first().boundingBox();
    expect(menuEntry?.height).toBeGreaterThanOrEqual(48);
  });

  await test.step('the order is handled by keyboard', async () => {
    await page.goto('/todo?sort=arrivedAt');
    await expect(page.getByRole('link', { name: code, exact: true })).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await keyboard.press('j');
    await expect(page.getByRole('link', { name: code, exact: true })).toBeFocused();
    await keyboard.press('e');
    await expect(page.getByRole('textbox', { name: '处理意见' })).toBeFocused();
    await keyboard.type('来信齐备，予以收件。');
    await expectAccessible(page, 'elder detail');
    await expectNoOverflow(page, 'elder-detail');
    await tabTo(page, '确认收件');
    await keyboard.press('Enter');
    await expect(confirmButtonWithDocuments(page, '确认收件')).toBeFocused();
    await keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: `该环节已“确认收件”，办件流水号：${code}` })).toBeVisible();
    await keyboard.press('Enter');
  });

  await test.step('长辈版 is restored at the next login, without first showing the standard theme', async () => {
    await page.reload();
    expect(await themeOf(page)).toBe('elder');
    const otherPage = await (await openBrowser()).newPage();
    const themes: string[] = [];
    await otherPage.exposeFunction('seen', (theme: string) => themes.push(theme));
    await otherPage.addInitScript(() => {
      const report = () => {
        const root = document.getElementById('root');
        const theme = document.documentElement.dataset.theme;
        if (root?.childElementCount && theme)
          (window as unknown as { seen(t: string): void }).seen(`${location.pathname} ${theme}`);
      };
      new MutationObserver(report).observe(document, { childList: true, subtree: true, attributes: true });
    });
    await signIn(otherPage);
    await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible();
    expect(themes.filter((reading) => !reading.startsWith('/login') && reading.endsWith('standard'))).toEqual(
      [],
    );
    expect(await themeOf(otherPage)).toBe('elder');
    // The login page of this browser has the theme too, without a session.
    // The token is removed when the next page begins: without it, a call of this page would also lead to the login page.
    await otherPage.addInitScript(() => localStorage.removeItem('banjian.accessToken'));
    await otherPage.goto('/login');
    await expect(otherPage.getByLabel('账号', { exact: true })).toBeVisible();
    expect(await themeOf(otherPage)).toBe('elder');
    await expectAccessible(otherPage, 'elder login');
  });

  await test.step('长辈版 is switched off', async () => {
    await page.goto('/todo');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const preferencesSaved = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences'));
    await switchTheme(page, '切换到标准版');
    await preferencesSaved;
    expect(await themeOf(page)).toBe('standard');
  });
});

test('长辈版 chosen on the login page applies to a person without a choice, and does not override a stored choice', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser()).newPage();
  await page.goto('/login');
  expect(await themeOf(page)).toBe('standard');
  await page.getByRole('radio', { name: '长辈版' }).check({ force: true });
  expect(await themeOf(page)).toBe('elder');
  await expectAccessible(page, 'login in 长辈版');
  await page.reload();
  await expect(page.getByRole('radio', { name: '长辈版' })).toBeChecked();

  const preferencesSaved = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences'));
  await fillLogin(page, people.countySupervisor);
  expect((await preferencesSaved).status()).toBe(200);
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await themeOf(page)).toBe('elder');

  await test.step('the person switches back permanently', async () => {
    await page.getByRole('button', { name: '用户菜单' }).click();
    const back = page.waitForResponse((answer) => answer.url().endsWith('/api/preferences'));
    await page.getByRole('menuitem', { name: '切换到标准版' }).click();
    expect((await back).status()).toBe(200);
    const otherPage = await (await openBrowser()).newPage();
    await otherPage.goto('/login');
    await otherPage.getByRole('radio', { name: '长辈版' }).check({ force: true });
    await fillLogin(otherPage, people.countySupervisor);
    await expect(otherPage).not.toHaveURL(/\/login/);
    await expect(otherPage.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await themeOf(otherPage)).toBe('standard');
  });
});
