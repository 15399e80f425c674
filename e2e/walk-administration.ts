import { expect, type Page } from '@playwright/test';
import { actionOfRow, pressInRow } from './handling.ts';
import type { Journey } from './journey.ts';
import { people } from './people.ts';
import type { Look } from './walk.ts';

type Means = Pick<Journey, 'openSignedIn'>;

const main = (page: Page) => page.getByRole('main');

async function expectScreen(page: Page, title: string): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await expect(main(page).getByRole('table').first()).toBeVisible();
}

async function walkAccounts(page: Page, inspect: Look): Promise<void> {
  await expectScreen(page, '账号');
  await inspect(page, 'accounts');
  await pressInRow(
    main(page)
      .getByRole('button', { name: actionOfRow('停用') })
      .first(),
    '停用',
  );
  const dialog = page.getByRole('dialog', { name: /^停用账号/ });
  await dialog.getByRole('button', { name: '确认停用' }).click();
  await expect(dialog.getByText('请输入原因')).toBeVisible();
  await inspect(page, 'account-disable');
  await dialog.getByRole('button', { name: '取消' }).click();
  await pressInRow(main(page).getByRole('button', { name: '重置密码' }).first());
  await expect(page.getByRole('dialog', { name: /^重置密码/ })).toBeVisible();
  await inspect(page, 'account-reset');
}

async function walkSecurity(page: Page, inspect: Look): Promise<void> {
  await expectScreen(page, '登录会话');
  await inspect(page, 'sessions');
  await page.getByRole('link', { name: '登录安全事件' }).click();
  await expectScreen(page, '登录安全事件');
  await inspect(page, 'login-events');
  await page.getByRole('link', { name: '角色', exact: true }).click();
  await expectScreen(page, '角色');
  await inspect(page, 'roles');
  await pressInRow(main(page).getByRole('button', { name: '查看' }).first());
  await expect(page.getByRole('dialog', { name: /^角色/ }).getByRole('table')).toBeVisible();
  await inspect(page, 'role');
}

async function walkAudit(page: Page, inspect: Look): Promise<void> {
  await expectScreen(page, '审计记录');
  await inspect(page, 'audit');
  await pressInRow(main(page).getByRole('button', { name: '查看' }).first());
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspect(page, 'audit-entry');
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('button', { name: '核对', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '核对审计记录' })).toBeVisible();
  await inspect(page, 'audit-verify');
}

async function walkHolidays(page: Page, inspect: Look): Promise<void> {
  await page.getByRole('link', { name: '节假日', exact: true }).click();
  await expectScreen(page, '节假日');
  await inspect(page, 'holidays');
  await page.getByRole('button', { name: '设置节假日' }).click();
  const dialog = page.getByRole('dialog', { name: /节假日$/ });
  await expect(dialog.getByRole('list', { name: '改动的影响' })).toBeVisible();
  await inspect(page, 'holiday-edit');
}

/** Walks through every screen of each administrator, with its dialogs. */
export const administrators: Readonly<Record<string, (means: Means, inspect: Look) => Promise<void>>> = {
  system: async ({ openSignedIn }, inspect) =>
    walkAccounts(await openSignedIn(people.systemAdmin, '/'), inspect),
  security: async ({ openSignedIn }, inspect) =>
    walkSecurity(await openSignedIn(people.securityAdmin, '/'), inspect),
  audit: async ({ openSignedIn }, inspect) => walkAudit(await openSignedIn(people.auditAdmin, '/'), inspect),
  configuration: async ({ openSignedIn }, inspect) =>
    walkHolidays(await openSignedIn(people.configAdmin, '/'), inspect),
};
