import { expect } from '@playwright/test';
import { firstPasswords, people } from '#contract/people.ts';
import type { Scene } from './scene.ts';
import { dialogOf, screens } from './scenes-of-administration.ts';

/** Scenes of the dialogs for entering people and assigning their roles. */
export const peopleScenes: readonly Scene[] = [
  dialogOf(screens.accounts, {
    name: 'person-new',
    state: 'a new staff member, with validation problems',
    shows: ['PersonDialog'],
    button: '新建人员',
    afterOpening: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: '新建', exact: true }).click();
      await expect(page.getByText('请选择机构')).toBeVisible();
    },
  }),
  dialogOf(screens.accounts, {
    name: 'person-edit',
    state: 'an existing staff member',
    shows: [],
    button: '修改',
    afterOpening: ({ page }) => expect(page.getByLabel('姓名', { exact: true })).toBeVisible(),
  }),
  dialogOf(screens.accounts, {
    name: 'person-identity',
    state: 'a change of a sign-on number requires verification of the editor’s identity',
    shows: ['IdentityGuard', 'ConfirmIdentityDialog'],
    button: '修改',
    afterOpening: async ({ page }) => {
      const reason = '修改有权限人员的账号或身份证号前，请先验证您本人的身份';
      // Fakes the answer, so that the people of the fixed world stay unchanged.
      await page.route(
        (url) => url.pathname.startsWith('/api/administration/accounts/'),
        (route) =>
          route.request().method() === 'GET'
            ? route.fallback()
            : route.fulfill({ status: 409, json: { errcode: 40935, errmsg: reason } }),
      );
      await page.getByLabel('姓名', { exact: true }).fill('周岚');
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click();
      await expect(page.getByRole('dialog', { name: '验证本人身份' })).toBeVisible();
      await expect(page.getByLabel(/登录密码|动态口令/)).toBeVisible();
    },
  }),
  {
    name: 'person-slip',
    screen: screens.accounts.path,
    state: 'a credential sheet with a one-time password',
    who: screens.accounts.who,
    shows: ['OneTimePasswordDialog'],
    show: async (driver) => {
      const { page } = driver;
      await driver.open(screens.accounts.path);
      const created = { id: 'staff-new', account: 'zhoulan', oneTimePassword: 'Kq7mTc@4826hRwXn' };
      // Fakes the answer, so that the fixed world gets no new people.
      await page.route(`**${people.create.path}`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ json: { errcode: 0, code: 200, data: created } })
          : route.fallback(),
      );
      await page.getByRole('button', { name: '新建人员' }).click();
      await page.getByLabel('姓名', { exact: true }).fill('周岚');
      await page.getByRole('dialog').getByRole('button', { name: '新建', exact: true }).click();
      await expect(page.getByRole('button', { name: '打印登录须知' })).toBeVisible();
    },
  },
  {
    name: 'person-leave',
    screen: screens.accounts.path,
    state: 'open responsibilities of a person who leaves',
    who: screens.accounts.who,
    shows: ['OffboardingDialog'],
    show: async (driver) => {
      const { page } = driver;
      await driver.open(`${screens.accounts.path}?keyword=liuyang`);
      if (driver.isPhone) {
        // A card shows all its actions.
        await page.getByRole('button', { name: '离职' }).first().click();
      } else {
        await page
          .getByRole('button', { name: /^修改、/ })
          .first()
          .focus();
        await page.getByRole('button', { name: '更多' }).first().click();
        await page.getByRole('menuitem', { name: '离职' }).click();
      }
      await expect(page.getByText('离职前核对')).toBeVisible();
    },
  },
  {
    name: 'person-first-passwords',
    screen: screens.accounts.path,
    state: 'first passwords to hand out',
    who: screens.accounts.who,
    shows: ['FirstPasswordsDialog'],
    show: async (driver) => {
      const clerk = { id: 'staff-new', account: 'zhoulan', name: '周岚', orgName: '淳安县信访局' };
      await driver.alter(firstPasswords.peopleWithoutPassword, (data) => {
        Object.assign(data as object, { rows: [clerk], barred: ['yuanyuan'] });
      });
      await driver.open(screens.accounts.path);
      await driver.page.getByRole('button', { name: '发放密码' }).click();
      await expect(driver.page.getByRole('button', { name: '发放 1 人' })).toBeVisible();
    },
  },
  dialogOf(screens.roles, {
    name: 'role-new',
    state: 'a new role',
    shows: ['RoleEditDialog'],
    button: '新建角色',
    afterOpening: ({ page }) => expect(page.getByRole('checkbox', { name: '待办事项' })).toBeVisible(),
  }),
  dialogOf(screens.staffRoles, {
    name: 'person-roles',
    state: 'roles of a staff member, with the effect of an administrator role',
    shows: ['RolesOfPersonDialog'],
    button: '设置角色',
    afterOpening: async ({ page }) => {
      await page.getByRole('checkbox', { name: /^审计管理员/ }).check();
      await expect(page.getByText(/管理类角色的人员不参与办件/)).toBeVisible();
      await expect(page.getByLabel('核对身份证号')).toBeVisible();
    },
  }),
];
