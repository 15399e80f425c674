import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { people } from './people.ts';

test.use({ expectedStatuses: [401] });

test('signing out removes the token and the stored data, and the previous screen requires a login', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.otherClerk, '/todo');
  await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('button', { name: '确认退出' }).click();

  await expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/login');
  expect(await page.evaluate(() => localStorage.getItem('banjian.accessToken'))).toBeNull();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

  await page.goto('/todo');
  await expect(page).toHaveURL(/\/login\?r=/);
  await expect(page.getByRole('heading', { name: '待办', level: 1 })).toBeHidden();
});
