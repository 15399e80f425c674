import { expect, type Page } from '@playwright/test';
import { actionOfRow, pressInRow } from './handling.ts';
import type { Journey } from './journey.ts';
import { people } from './people.ts';
import type { CheckScreen } from './walk.ts';

type SignedInFixture = Pick<Journey, 'openSignedIn'>;

const main = (page: Page) => page.getByRole('main');

async function expectScreen(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(main(page).getByRole('table').first()).toBeVisible();
}

async function walkAccounts(page: Page, checkScreen: CheckScreen): Promise<void> {
  await expectScreen(page, '账号');
  await checkScreen(page, 'accounts');
  await pressInRow(
    main(page)
      .getByRole('button', { name: actionOfRow('停用') })
      .first(),
    '停用',
  );
  const dialog = page.getByRole('dialog', { name: /^停用账号/ });
  await dialog.getByRole('button', { name: '确认停用' }).click();
  await expect(dialog.getByText('请输入原因')).toBeVisible();
  await checkScreen(page, 'account-disable');
  await dialog.getByRole('button', { name: '取消' }).click();
  await pressInRow(main(page).getByRole('button', { name: '重置密码' }).first());
  await expect(page.getByRole('dialog', { name: /^重置密码/ })).toBeVisible();
  await checkScreen(page, 'account-reset');
}

async function walkSecurity(page: Page, checkScreen: CheckScreen): Promise<void> {
  await expectScreen(page, '登录会话');
  await checkScreen(page, 'sessions');
  await page.getByRole('link', { name: '登录安全事件' }).click();
  await expectScreen(page, '登录安全事件');
  await checkScreen(page, 'login-events');
  await page.getByRole('link', { name: '角色', exact: true }).click();
  await expectScreen(page, '角色');
  await checkScreen(page, 'roles');
  await pressInRow(main(page).getByRole('button', { name: '查看' }).first());
  await expect(page.getByRole('dialog', { name: /^角色/ }).getByRole('table')).toBeVisible();
  await checkScreen(page, 'role');
}

async function walkAudit(page: Page, checkScreen: CheckScreen): Promise<void> {
  await expectScreen(page, '审计记录');
  await checkScreen(page, 'audit');
  await pressInRow(main(page).getByRole('button', { name: '查看' }).first());
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, 'audit-entry');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('button', { name: '核对', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '核对审计记录' })).toBeVisible();
  await checkScreen(page, 'audit-verify');
}

async function walkHolidays(page: Page, checkScreen: CheckScreen): Promise<void> {
  await page.getByRole('link', { name: '节假日', exact: true }).click();
  await expectScreen(page, '节假日');
  await checkScreen(page, 'holidays');
  await page.getByRole('button', { name: '设置节假日' }).click();
  const dialog = page.getByRole('dialog', { name: /节假日$/ });
  await checkScreen(page, 'holiday-edit');
  await dialog.getByLabel('节假日名称').fill('防汛停工');
  await dialog.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('dialog').getByText('变动后即超期')).toBeVisible();
  await checkScreen(page, 'calendar-effect');
}

/** Walks through every screen of each administrator, with its dialogs. */
export const administratorWalks: Readonly<
  Record<string, (fixtures: SignedInFixture, checkScreen: CheckScreen) => Promise<void>>
> = {
  system: async ({ openSignedIn }, checkScreen) =>
    walkAccounts(await openSignedIn(people.systemAdmin, '/'), checkScreen),
  security: async ({ openSignedIn }, checkScreen) =>
    walkSecurity(await openSignedIn(people.securityAdmin, '/'), checkScreen),
  audit: async ({ openSignedIn }, checkScreen) =>
    walkAudit(await openSignedIn(people.auditAdmin, '/'), checkScreen),
  configuration: async ({ openSignedIn }, checkScreen) =>
    walkHolidays(await openSignedIn(people.configAdmin, '/'), checkScreen),
};
