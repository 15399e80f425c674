import { expect, type Page } from '@playwright/test';
import { actionOfRow, pressInRow } from './handling.ts';
import { test } from './journey.ts';
import { password, people, signIn } from './people.ts';
import { withPortalOfDaysAgo } from './separate-portal.ts';

test.use({ expectedStatuses: [400, 429] });

/** Login failures of fifteen minutes are counted; one more minute, and they expire. */
const lockedForDays = 16 / (24 * 60);
const failuresAllowed = 5;
const wrongPassword = 'Wrong@2026';

/** Submits the login and waits for this message. */
async function submitPassword(page: Page, secret: string, expected: string): Promise<void> {
  await signIn(page, people.lockedOutPerson, secret);
  await expect(page.getByRole('alert').first()).toContainText(expected);
}

test('wrong passwords lock the account, even for the right password, and the lock expires after a quarter of an hour', async ({
  openBrowser,
}) => {
  await withPortalOfDaysAgo(lockedForDays, async (address) => {
    const page = await (await openBrowser({ baseURL: address })).newPage();
    for (let attempt = 0; attempt < failuresAllowed; attempt += 1)
      await submitPassword(page, wrongPassword, '账号或密码错误');
    await submitPassword(page, wrongPassword, '尝试次数过多，请稍后再试');
    await submitPassword(page, password, '尝试次数过多，请稍后再试');
    expect(await page.evaluate(() => localStorage.getItem('banjian.accessToken'))).toBeNull();
    // A neighbour with another account is not locked out.
    const neighbour = await (await openBrowser({ baseURL: address })).newPage();
    await signIn(neighbour, people.otherClerk);
    await expect(neighbour).not.toHaveURL(/\/login/);
    // Leave the pages first, because their server ends with the old clock.
    for (const openPage of [page, neighbour]) await openPage.goto('about:blank');
  });

  const page = await (await openBrowser()).newPage();
  await signIn(page, people.lockedOutPerson);
  await expect(page).not.toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: /^用户菜单/ })).toBeVisible();
});

test('a system administrator unlocks a locked account at once', async ({ openBrowser }) => {
  const page = await (await openBrowser()).newPage();
  for (let attempt = 0; attempt < failuresAllowed; attempt += 1)
    await submitPassword(page, wrongPassword, '账号或密码错误');
  await submitPassword(page, password, '尝试次数过多，请稍后再试');

  const administrator = await (await openBrowser()).newPage();
  await signIn(administrator, people.systemAdmin);
  await administrator.waitForURL('**/business/accounts', { timeout: 60_000 });
  await administrator.getByRole('textbox', { name: '账号', exact: true }).fill(people.lockedOutPerson);
  await administrator.getByRole('button', { name: '查询' }).click();
  const row = administrator.getByRole('row', { name: new RegExp(people.lockedOutPerson) });
  await expect(row.getByText('已锁定')).toBeVisible();
  await pressInRow(row.getByRole('button', { name: actionOfRow('解锁') }), '解锁');
  await administrator.getByRole('button', { name: '确认解锁' }).click();
  await expect(row.getByText('已锁定')).toBeHidden();

  await signIn(page, people.lockedOutPerson);
  await expect(page).not.toHaveURL(/\/login/);
});
