import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type PortalProcess, startPortal } from '#test/world/portal-process.ts';
import { codeField, codeOf, secretOfEnrolment } from './authenticator.ts';
import { confirm, openFromList, press, readResult } from './handling.ts';
import { test } from './journey.ts';
import { addPerson, nameOffice, openScreen, writeForm, writeItem, writeProcess } from './office-setup.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';

// Until the one-time password is changed, calls of the portal are refused.
test.use({ expectedStatuses: [400, 401, 403] });

/** Starts a portal as in a new office: production mode, with an empty data folder. */
async function startEmptyPortal(folder: string): Promise<PortalProcess> {
  const portal = await startPortal({ PORTAL_MODE: 'production', DATA_DIR: folder }, ['scripts/start.mjs']);
  expect(portal.address, portal.output()).toBeDefined();
  return portal;
}

/** A password strong enough for an administrator. */
const ownPassword = 'Qingxi-River-7231';

/** Logs in by the login page, with the accessible captcha. */
async function signIn(page: Page, account: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('账号', { exact: true }).fill(account);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '无法看清？使用无障碍验证' }).click();
  // The browser tries numbers until one fits: some 130,000 on average, sometimes several times as many.
  await expect(page.getByText('无障碍验证已通过')).toBeVisible({ timeout: 90_000 });
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

/**
 * Logs in for the first time: changes the one-time password and logs in again; an administrator also enrols a
 * second factor.
 */
async function signInFirstTime(
  page: Page,
  account: string,
  oneTime: string,
  kind: 'administrator' | 'handler',
) {
  await signIn(page, account, oneTime);
  await page.getByLabel('当前密码', { exact: true }).fill(oneTime);
  await page.getByLabel('新密码', { exact: true }).fill(ownPassword);
  await page.getByLabel('确认新密码', { exact: true }).fill(ownPassword);
  await page.getByRole('button', { name: '确认修改' }).click();
  await expect(page.getByLabel('账号', { exact: true })).toBeVisible();
  await signIn(page, account, ownPassword);
  if (kind === 'administrator') {
    await codeField(page, '动态口令').fill(codeOf(await secretOfEnrolment(page)));
    await page.getByRole('button', { name: '确认并登录' }).click();
    await page.getByRole('button', { name: '我已保存，进入系统' }).click();
  }
  await expect(page.getByRole('button', { name: /^用户菜单/ })).toBeVisible();
  await page.getByRole('button', { name: '跳过' }).click();
}

test('an empty office is set up on its screens, and its first order is started and concluded', async ({
  browser,
  openBrowser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'banjian-first-'));
  const portal = await startEmptyPortal(folder);
  const openPage = async () => await (await openBrowser({ baseURL: portal.address ?? '' })).newPage();
  try {
    const office = '青溪县政务服务局';
    const [, password = ''] = /一次性密码 (\S+?)（/.exec(portal.output()) ?? [];
    const admin = await openPage();
    await signInFirstTime(admin, 'admin', password, 'administrator');
    await expect(admin.getByRole('heading', { name: '开始使用', level: 1 })).toBeVisible();
    await nameOffice(admin, office, '淳安县');
    const add = (account: string, name: string, role: string) =>
      addPerson(admin, { office, account, name, role });
    const credentialSheet = {
      peizhi: await add('peizhi', '裴志', '配置管理员'),
      jingban: await add('jingban', '金班', '经办人'),
      lingdao: await add('lingdao', '凌道', '领导'),
    };

    const config = await openPage();
    await signInFirstTime(config, 'peizhi', credentialSheet.peizhi, 'administrator');
    const form = '意见登记表';
    await writeForm(config, { name: form, code: 'opinion', field: { title: '意见内容', name: 'content' } });
    const process = '意见办理';
    await writeProcess(config, { name: process, code: 'opinion-flow', form, step: '审核', role: '领导' });
    const category = '群众意见';
    await writeItem(config, { name: '意见登记', code: 'opinion', category, office, process, form });

    const clerk = await openPage();
    await signInFirstTime(clerk, 'jingban', credentialSheet.jingban, 'handler');
    await openScreen(clerk, '/workflow-new', '新建办件');
    await clerk.getByRole('button', { name: '发起意见登记' }).last().click();
    await clerk.getByLabel('姓名').fill('王大力');
    await clerk.getByLabel('手机号').fill('13800138000');
    await clerk.getByLabel('意见内容').fill('候事大厅的座位不够。');
    await clerk.getByRole('button', { name: '提交', exact: true }).click();
    const done = clerk.getByText(/^办件已提交，办件流水号：\d{10}$/);
    await expect(done).toBeVisible();
    const code = /\d{10}/.exec(await done.innerText())?.[0] ?? '';

    const leader = await openPage();
    await signInFirstTime(leader, 'lingdao', credentialSheet.lingdao, 'handler');
    await openScreen(leader, '/todo', '待办');
    await openFromList(leader, code);
    await expect(leader.getByLabel('意见内容')).toHaveValue('候事大厅的座位不够。');
    await confirm(await press(leader, '办理', '已增加座位。'), '办理');
    await readResult(leader, '办理', code);

    await clerk.goto(`/view/${code}`);
    await expect(clerk.getByText('正常办结', { exact: true }).first()).toBeVisible();
    await expect(clerk.getByText('已增加座位。').first()).toBeVisible();

    await openScreen(admin, '/business/first-steps', '开始使用');
    await expect(admin.getByText(/^必做项已完成 \d+ \/ \d+$/)).toBeVisible();
    await expectNoOverflow(admin, 'first-steps');
    await expectAccessible(admin, 'first-steps');
  } finally {
    for (const context of browser.contexts()) await context.close();
    await portal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
