import { expect } from '@playwright/test';
import { initiation } from '#contract/initiation.ts';
import { test } from './journey.ts';
import { people } from './people.ts';

test('the value of a marked field travels wrapped, and is back in the form after a reload (S2 §7)', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.clerk, '/affair');
  const sentBodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(initiation.saveDraft.path) && request.method() === 'POST')
      sentBodies.push(request.postData() ?? '');
  });
  const keyAnswer = page.waitForResponse(/\/forminstance\/form\/encrypt\/generateKey$/);
  await page.goto('/initiation/congress-proposal');
  expect((await keyAnswer).ok()).toBe(true);
  const storedKey = () => page.evaluate(() => sessionStorage.getItem('serviceportal.formKey'));
  await expect.poll(storedKey).toMatch(/"key":"\d{10}-/);

  const mobile = page.getByRole('textbox', { name: '代表手机号码' });
  await mobile.fill('13800138000');
  await expect(page.getByRole('status').filter({ hasText: '已自动保存' })).toBeVisible({ timeout: 30_000 });
  expect(sentBodies.join()).toContain('x-encrypted');
  expect(sentBodies.join()).not.toContain('13800138000');

  await page.reload();
  await expect(mobile).toHaveValue('138****8000');
  await mobile.focus();
  await expect(mobile).toHaveValue('13800138000');
});
