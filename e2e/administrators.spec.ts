import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { localDateOf, yearOf } from '#domain/calendar/local-date.ts';
import { actionOfRow, pressInRow } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { type Account, captcha, password, people, signIn } from './people.ts';

test.use({ expectedStatuses: [400, 401, 403, 409] });

/** The demo's own password is too common to be accepted as a new one. */
const newPassword = 'River#98765';

/** Logs in by the login page and waits for the first screen of this administrator role. */
async function signInAndWait(page: Page, account: Account, path: string): Promise<void> {
  await signIn(page, account);
  await page.waitForURL(`**${path}`, { timeout: 60_000 });
}

test('the system administrator lands on accounts, disables one, enables it again, and resets its password', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser()).newPage();
  await signInAndWait(page, people.systemAdmin, '/business/accounts');
  const find = async () => {
    await page.getByRole('textbox', { name: '账号', exact: true }).fill(people.spare);
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page.getByText('共 1 条')).toBeVisible();
  };
  await find();
  const row = page.getByRole('row', { name: new RegExp(people.spare) });
  await pressInRow(row.getByRole('button', { name: actionOfRow('停用') }), '停用');
  await page.getByLabel('停用原因').fill('外出学习');
  await page.getByRole('button', { name: '确认停用' }).click();
  await expect(row.getByText('停用', { exact: true })).toBeVisible();

  const spare = await (await openBrowser()).newPage();
  await signIn(spare, people.spare);
  await expect(spare.getByRole('dialog', { name: '账号已停用' })).toBeVisible();

  await pressInRow(row.getByRole('button').last(), '启用');
  await page.getByRole('button', { name: '确认启用' }).click();
  await expect(row.getByRole('button', { name: '重置密码' })).toBeVisible();
  await pressInRow(row.getByRole('button', { name: '重置密码' }));
  await page.getByRole('button', { name: '确认重置' }).click();
  const oneTime = (await page.getByRole('status', { name: '一次性密码' }).textContent()) ?? '';
  await page.getByRole('button', { name: '我已告知本人' }).click();
  await expect(row.getByText('待改密码')).toBeVisible();

  await spare.goto('/login');
  await signIn(spare, people.spare, oneTime);
  const change = spare.getByRole('dialog', { name: /首次登录/ });
  await change.getByLabel('当前密码').fill(oneTime);
  await change.getByLabel('新密码', { exact: true }).fill(newPassword);
  await change.getByLabel('确认新密码').fill(newPassword);
  await change.getByRole('button', { name: '确认修改' }).click();
  await expect(change).toBeHidden();
});

test('changing an identity number requires a password, ends the session, and notifies person and security administrator', async ({
  openSignedIn,
}) => {
  const handler = await openSignedIn(people.colleague, '/todo');
  const security = await openSignedIn(people.securityAdmin, '/business/sessions');
  await expect(handler.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  const page = await openSignedIn(people.systemAdmin, `/business/accounts?keyword=${people.colleague}`);
  await expect(page.getByText('共 1 条')).toBeVisible();
  await pressInRow(
    page
      .getByRole('main')
      .getByRole('button', { name: actionOfRow('修改') })
      .first(),
  );
  const person = page.getByRole('dialog', { name: /^修改人员/ });
  await person.getByLabel('身份证号').fill(writeLetter('').idCard);
  await person.getByRole('button', { name: '保存' }).click();
  const identityDialog = page.getByRole('dialog', { name: '验证本人身份' });
  await identityDialog.getByLabel('登录密码').fill('Wrong@2026');
  await identityDialog.getByRole('button', { name: '验证并继续' }).click();
  await expect(identityDialog.getByText('密码错误')).toBeVisible();
  for (const [size, viewport] of [
    ['desktop', { width: 1366, height: 625 }],
    ['phone', { width: 390, height: 844 }],
  ] as const) {
    await page.setViewportSize(viewport);
    await expectNoOverflow(page, `proof-of-identity-${size}`);
    await expectAccessible(page, `the proof of identity on a ${size}`);
  }
  await identityDialog.getByLabel('登录密码').fill(password);
  await identityDialog.getByRole('button', { name: '验证并继续' }).click();
  await expect(page.getByText('修改成功！')).toBeVisible();
  await expect(person).toBeHidden();

  // The old session ends at once; the reason is shown after the next login.
  const reloginDialog = handler.getByRole('dialog', { name: '登录已失效，请重新登录' });
  await reloginDialog.getByLabel('密码', { exact: true }).fill(password);
  await reloginDialog.getByRole('textbox', { name: '验证码' }).fill(captcha);
  await reloginDialog.getByRole('button', { name: '重新登录' }).click();
  await expect(reloginDialog).toBeHidden();
  for (const [recipientPage, title] of [
    [handler, '您的身份证号已被修改'],
    [security, '人员的登录标识已被修改'],
  ] as const) {
    await recipientPage.getByRole('button', { name: /^消息/ }).first().click();
    await expect(recipientPage.getByText(title).first()).toBeVisible();
  }
  // The address that 系统运行 links to for joined duties.
  const query = new URLSearchParams({ objectId: `staff-${people.colleague}`, startDate: '' });
  const auditor = await openSignedIn(people.auditAdmin, `/business/audit?${query}`);
  await expect(auditor.getByRole('main').getByText('修改登录标识').first()).toBeVisible();
});

test('the security administrator lands on sessions, ends all sessions of a person, and finds the failed sign-in', async ({
  openBrowser,
  openSignedIn,
}) => {
  const clerk = await openSignedIn(people.otherClerk, '/todo?sort=arrivedAt');
  await expect(clerk.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  const failedLogin = await (await openBrowser()).newPage();
  await signIn(failedLogin, people.otherClerk, 'Wrong@2026');
  await expect(failedLogin.getByRole('alert')).toBeVisible();

  const page = await (await openBrowser()).newPage();
  await signInAndWait(page, people.securityAdmin, '/business/sessions');
  await page.getByRole('textbox', { name: '人员', exact: true }).fill(people.otherClerk);
  await page.getByRole('button', { name: '查询' }).click();
  const row = page.getByRole('row', { name: new RegExp(people.otherClerk) }).first();
  await pressInRow(row.getByRole('button', { name: '结束全部' }));
  await page.getByRole('button', { name: '确认结束' }).click();
  await expect(page.getByText(/^已结束李娜的全部会话$/)).toBeVisible();
  await expect(clerk.getByRole('dialog').getByLabel('验证码', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: '登录安全事件' }).click();
  // The previous screen still has a field of the same name: wait for the new heading before typing.
  await expect(page.getByRole('heading', { name: '登录安全事件', level: 1 })).toBeVisible();
  await page.getByRole('textbox', { name: '人员', exact: true }).fill(people.otherClerk);
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('cell', { name: '账号或密码错误' }).first()).toBeVisible();
});

test('the audit administrator lands on the audit log, exports it, and verifies it', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser()).newPage();
  await signInAndWait(page, people.auditAdmin, '/business/audit');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^审计记录-\d{8}\.csv$/);
  expect(await readFile(await file.path(), 'utf8')).toContain('session.login');
  await page.getByRole('button', { name: '核对', exact: true }).click();
  await page.getByRole('button', { name: /^(开始|重新)核对$/ }).click();
  await expect(page.getByText('审计记录与办件内容完整，没有被改动')).toBeVisible({ timeout: 60_000 });
});

test('the configuration administrator lands on items or 开始使用, and adds and removes a holiday by keyboard', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser()).newPage();
  // Depending on the date of the test, next year's holidays may be missing.
  await signIn(page, people.configAdmin);
  await page.waitForURL(/\/business\/(items|first-steps)$/, { timeout: 60_000 });
  await page.getByRole('link', { name: '节假日' }).click();
  await page.getByRole('button', { name: '下一年' }).click();
  await expect(page.getByText(/这一年的安排尚未录入/)).toBeVisible();
  const year = yearOf(localDateOf(new Date())) + 1;
  await page.getByRole('button', { name: new RegExp(`^${year}-01-01 `) }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /节假日$/ });
  await dialog.getByLabel('节假日名称').fill('元旦');
  await dialog.getByRole('button', { name: '下一步' }).click();
  const effect = page.getByRole('dialog', { name: '保存前查看影响' });
  await expect(effect.getByText(/录入后该年的到期时间不再标“暂定”/)).toBeVisible();
  await effect.getByRole('button', { name: /^确认保存/ }).click();
  const edit = page.getByRole('button', { name: `修改 元旦 ${year}-01-02` });
  await expect(edit).toBeVisible();
  await edit.click();
  await dialog.getByRole('button', { name: '取消安排' }).click();
  await effect.getByRole('button', { name: /^确认保存/ }).click();
  await expect(edit).toBeHidden();
});
