import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { codeField, codeOf, enterCode, secretOfEnrolment } from './authenticator.ts';
import { endSession } from './calls.ts';
import { pressInRow } from './handling.ts';
import { test } from './journey.ts';
import { type Account, captcha, password, people, signIn } from './people.ts';

/** Logs in with the password and stops before the second step. */
async function stopBeforeSecondStep(page: Page, account: Account): Promise<void> {
  await signIn(page, account);
  await expect(page.getByRole('heading', { name: '二次验证' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('banjian.accessToken'))).toBeNull();
}

const expectSignedIn = (page: Page) => expect(page.getByRole('button', { name: /^用户菜单/ })).toBeVisible();

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await page.getByRole('button', { name: '确认退出' }).click();
  await page.waitForURL(/\/login/);
}

/** Secret of the authenticator and the printed recovery codes, shared by the tests of this file. */
let secret = '';
let recoveryCodes: string[] = [];

test.describe.configure({ mode: 'serial' });
test.use({ expectedStatuses: [400, 401] });

test('a person enables the second factor, and signs in with a one-time code and once with a recovery code', async ({
  openBrowser,
}) => {
  const page = await (await openBrowser()).newPage();
  await signIn(page, people.secondFactorUser);
  await page.getByRole('button', { name: /^用户菜单/ }).click();
  await page.getByRole('menuitem', { name: '我的登录' }).click();
  await page.getByRole('button', { name: '启用二次验证' }).click();
  await page.getByLabel('登录密码').fill(password);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('img', { name: '供身份验证器扫描的二维码' })).toBeVisible();
  secret = await secretOfEnrolment(page);
  await codeField(page, '动态口令').fill('000000');
  await page.getByRole('button', { name: '确认', exact: true }).click();
  await expect(page.getByText('动态口令错误或已使用，请输入最新的动态口令')).toBeVisible();
  await codeField(page, '动态口令').fill(codeOf(secret));
  await page.getByRole('button', { name: '确认', exact: true }).click();
  const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  recoveryCodes = await codes.allTextContents();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  for (const code of recoveryCodes) expect(file).toContain(code);
  await page.getByRole('button', { name: '我已保存' }).click();
  await expect(page.getByText('已启用', { exact: true })).toBeVisible();
  await signOut(page);

  await stopBeforeSecondStep(page, people.secondFactorUser);
  // The current code may have been used just now.
  const code = codeOf(secret, 1);
  await enterCode(page, '动态口令', code);
  await expectSignedIn(page);
  await signOut(page);

  await stopBeforeSecondStep(page, people.secondFactorUser);
  await enterCode(page, '动态口令', code);
  await expect(page.getByText('动态口令错误或已使用，请输入最新的动态口令')).toBeVisible();
  await page.getByRole('button', { name: '使用恢复码' }).click();
  await enterCode(page, '恢复码', recoveryCodes[0] ?? '');
  await expectSignedIn(page);
  await signOut(page);
  await stopBeforeSecondStep(page, people.secondFactorUser);
  await page.getByRole('button', { name: '使用恢复码' }).click();
  await enterCode(page, '恢复码', recoveryCodes[0] ?? '');
  await expect(page.getByText('动态口令错误或已使用，请输入最新的动态口令')).toBeVisible();
});

test('a session that ends while a screen is open is renewed by password and recovery code', async ({
  openBrowser,
  baseURL,
}) => {
  const page = await (await openBrowser()).newPage();
  await stopBeforeSecondStep(page, people.secondFactorUser);
  await page.getByRole('button', { name: '使用恢复码' }).click();
  await enterCode(page, '恢复码', recoveryCodes[1] ?? '');
  await expectSignedIn(page);
  const token = await page.evaluate(() => localStorage.getItem('banjian.accessToken'));
  await endSession(baseURL ?? '', token ?? '');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('密码', { exact: true }).fill(password);
  await dialog.getByRole('textbox', { name: '验证码' }).fill(captcha);
  await dialog.getByRole('button', { name: '重新登录' }).click();
  await expect(page.getByRole('dialog', { name: '二次验证' })).toBeVisible();
  await page.getByRole('button', { name: '使用恢复码' }).click();
  await enterCode(page, '恢复码', recoveryCodes[2] ?? '');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('the security administrator requires a second factor for a role, whose people enrol at login, and resets it', async ({
  openBrowser,
}) => {
  const administrator = await (await openBrowser()).newPage();
  await signIn(administrator, people.securityAdmin);
  await administrator.getByRole('link', { name: '登录策略' }).click();
  const setRole = async (isGranted: boolean) => {
    await administrator.getByRole('button', { name: '设置策略' }).click();
    await administrator.getByRole('checkbox', { name: '配置管理员' }).setChecked(isGranted);
    await administrator.getByRole('button', { name: '保存', exact: true }).click();
    // Asked only where a policy affects people.
    if (isGranted) await administrator.getByRole('button', { name: '确认保存' }).click();
    await expect(administrator.getByRole('dialog')).toBeHidden();
    // The message of an earlier save may still be visible.
    await expect(administrator.getByText('登录策略已保存，从各人下次登录起生效').last()).toBeVisible();
  };
  const reset = async (account: Account) => {
    await administrator.getByRole('textbox', { name: '人员', exact: true }).fill(account);
    await administrator.getByRole('button', { name: '查询' }).click();
    const row = administrator.getByRole('row', { name: new RegExp(account) });
    await pressInRow(row.getByRole('button', { name: '重置二次验证' }));
    await administrator.getByLabel('重置原因').fill('手机丢失，已当面核实');
    await administrator.getByRole('button', { name: '确认重置' }).click();
    await expect(row.getByText('已启用')).toBeHidden();
  };
  await setRole(true);

  const page = await (await openBrowser()).newPage();
  await signIn(page, people.configAdmin);
  await expect(page.getByRole('heading', { name: '启用二次验证' })).toBeVisible();
  const newSecret = await secretOfEnrolment(page);
  await codeField(page, '动态口令').fill(codeOf(newSecret));
  await page.getByRole('button', { name: '确认并登录' }).click();
  await expect(page.getByRole('heading', { name: '请保存恢复码' })).toBeVisible();
  await page.getByRole('button', { name: '我已保存，进入系统' }).click();
  await expectSignedIn(page);

  await setRole(false);
  await reset(people.configAdmin);
  await reset(people.secondFactorUser);

  const person = await (await openBrowser()).newPage();
  await signIn(person, people.secondFactorUser);
  await expectSignedIn(person);
  await person.getByRole('button', { name: /^消息/ }).click();
  await expect(person.getByText('二次验证已被重置').first()).toBeVisible();
});
