import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people, signIn } from './people.ts';

test('the tour starts once for a new user, works by keyboard, and restarts only on request', async ({
  openBrowser,
}) => {
  const first = await (await openBrowser({ viewport: { width: 1366, height: 768 } })).newPage();
  await signIn(first, people.newcomer);
  const card = first.getByRole('dialog', { name: '新手引导' });
  await expect(card).toContainText('1/6');
  await expectAccessible(first, 'tour');
  await expectNoOverflow(first, 'tour');
  for (const title of ['待办', '新建办件', '查找', '消息', '用户菜单和帮助']) {
    await expect(card.getByRole('button', { name: '下一步' })).toBeFocused();
    await first.keyboard.press('Enter');
    await expect(card.getByRole('heading')).toHaveText(title);
    await expect(card).toBeInViewport({ ratio: 1 });
  }
  const preferencesSaved = first.waitForResponse((answer) => answer.url().endsWith('/api/preferences'));
  await first.keyboard.press('Enter');
  expect((await preferencesSaved).status()).toBe(200);
  await expect(card).toBeHidden();

  // The tour stays ended on another device, too.
  const other = await (await openBrowser({ viewport: { width: 1366, height: 768 } })).newPage();
  await signIn(other, people.newcomer);
  const userMenu = other.getByRole('button', { name: /^用户菜单/ });
  await expect(userMenu).toBeVisible();
  await other.waitForLoadState('networkidle');
  await other.waitForTimeout(2_000);
  await expect(other.getByRole('dialog', { name: '新手引导' })).toBeHidden();
  await userMenu.click();
  await other.getByRole('menuitem', { name: '重看新手引导' }).click();
  await expect(other.getByRole('dialog', { name: '新手引导' })).toContainText('1/6');
  await other.keyboard.press('Escape');
  await expect(other.getByRole('dialog', { name: '新手引导' })).toBeHidden();
  await expect(userMenu).toBeFocused();
});
