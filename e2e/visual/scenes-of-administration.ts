import { expect } from '@playwright/test';
import { accounts, roles } from '#contract/accounts.ts';
import { audit } from '#contract/audit.ts';
import { documentSeries, documentTemplates } from '#contract/document-templates.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { holidays } from '#contract/holidays.ts';
import { loginPolicy } from '#contract/login-policy.ts';
import { messageChannels } from '#contract/message-channels.ts';
import { messageTemplates } from '#contract/message-templates.ts';
import { grants } from '#contract/people.ts';
import { loginEvents, sessions } from '#contract/sign-ins.ts';
import { pressInRow } from '../handling.ts';
import { type Account, people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

interface AdministrationScreen {
  name: string;
  path: string;
  heading: string;
  who: Account;
  endpoint: Endpoint;
  caption: string;
  /** Fixes values that differ in each run. */
  fixValues?: (driver: ScreenDriver) => Promise<void>;
}

export const screens = {
  accounts: {
    name: 'accounts',
    path: '/business/accounts',
    heading: '账号',
    who: people.systemAdmin,
    endpoint: accounts.list,
    caption: 'System administrator: accounts',
  },
  sessions: {
    name: 'sessions',
    path: '/business/sessions',
    heading: '登录会话',
    who: people.securityAdmin,
    endpoint: sessions.list,
    caption: 'Security administrator: sessions',
  },
  loginEvents: {
    name: 'login-events',
    path: '/business/login-events',
    heading: '登录安全事件',
    who: people.securityAdmin,
    endpoint: loginEvents.list,
    caption: 'Security administrator: login events',
  },
  loginPolicy: {
    name: 'login-policy',
    path: '/business/login-policy',
    heading: '登录策略',
    who: people.securityAdmin,
    endpoint: loginPolicy.people,
    caption: 'Security administrator: people with a second factor, and people who must have one',
  },
  roles: {
    name: 'roles',
    path: '/business/roles',
    heading: '角色',
    who: people.securityAdmin,
    endpoint: roles.list,
    caption: 'Security administrator: roles',
  },
  staffRoles: {
    name: 'staff-roles',
    path: '/business/staff-roles',
    heading: '人员角色',
    who: people.securityAdmin,
    endpoint: grants.list,
    caption: 'Security administrator: roles of each person',
  },
  audit: {
    name: 'audit',
    path: '/business/audit',
    heading: '审计记录',
    who: people.auditAdmin,
    endpoint: audit.list,
    caption: 'Audit administrator: the audit log',
  },
  holidays: {
    name: 'holidays',
    path: '/business/holidays',
    heading: '节假日',
    who: people.configAdmin,
    endpoint: holidays.year,
    caption: 'Configuration administrator: holidays',
  },
  messageChannels: {
    name: 'message-channels',
    path: '/business/message-channels',
    heading: '消息渠道',
    who: people.systemAdmin,
    endpoint: messageChannels.list,
    caption: 'System administrator: outbound messages, sent and not sent',
  },
  messageTemplates: {
    name: 'message-templates',
    path: '/business/message-templates',
    heading: '消息模板',
    who: people.configAdmin,
    endpoint: messageTemplates.list,
    caption: 'Configuration administrator: message templates',
  },
  documentTemplates: {
    name: 'document-templates',
    path: '/business/document-templates',
    heading: '文书模板',
    who: people.configAdmin,
    endpoint: documentTemplates.list,
    caption: 'Configuration administrator: document templates of every item, and what makes their documents',
  },
  documentSeries: {
    name: 'document-series',
    path: '/business/document-series',
    heading: '文号',
    who: people.configAdmin,
    endpoint: documentSeries.list,
    caption: 'Configuration administrator: document numbers',
  },
} as const satisfies Record<string, AdministrationScreen>;

async function open(driver: ScreenDriver, { path, heading }: AdministrationScreen): Promise<void> {
  await driver.open(path);
  await expect(driver.page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
}

export async function openFull(driver: ScreenDriver, screen: AdministrationScreen): Promise<void> {
  await screen.fixValues?.(driver);
  await open(driver, screen);
  await expect(driver.main.getByRole('table').or(driver.main.getByRole('list')).first()).toBeVisible();
  await expect(driver.main.getByRole('row').or(driver.main.getByRole('listitem')).nth(2)).toBeVisible();
}

export function scenesOf(screen: AdministrationScreen): Scene[] {
  const { name, path, who, endpoint, caption } = screen;
  return [
    { name, screen: path, state: 'full', who, caption, show: (driver) => openFull(driver, screen) },
    {
      name: `${name}-loading`,
      screen: path,
      state: 'loading',
      who,
      show: async (driver) => {
        await driver.leaveUnanswered(endpoint);
        await open(driver, screen);
        await driver.waitForSkeleton();
      },
    },
    {
      name: `${name}-failed`,
      screen: path,
      state: 'failed',
      who,
      show: async (driver) => {
        await driver.fail(endpoint);
        await open(driver, screen);
        await expect(driver.main.getByRole('alert').first()).toBeVisible();
      },
    },
  ];
}

/** Returns the scene of a dialog of one of the screens, opened by the first button of that name. */
export function dialogOf(
  screen: AdministrationScreen,
  scene: {
    name: string;
    state: string;
    shows: readonly string[];
    button: string;
    afterOpening?: Scene['show'];
  },
): Scene {
  const { button, afterOpening, ...rest } = scene;
  return {
    ...rest,
    screen: screen.path,
    who: screen.who,
    show: async (driver) => {
      await openFull(driver, screen);
      // The name of the button on a card ends with a person's name; in a row it may be one name of a combined button.
      await pressInRow(
        driver.page.getByRole('button', { name: new RegExp(`(^|、)${button}`) }).first(),
        button,
      );
      await expect(driver.page.getByRole('dialog')).toBeVisible();
      await afterOpening?.(driver);
    },
  };
}

/**
 * Returns the scene of a picker in the accounts' filters, which are folded at first, or on a phone in a
 * drawer.
 */
function pickerOf(scene: {
  name: string;
  state: string;
  shows: readonly string[];
  button: string;
  afterOpening: Scene['show'];
}): Scene {
  const { button, afterOpening, ...rest } = scene;
  return {
    ...rest,
    screen: screens.accounts.path,
    who: screens.accounts.who,
    show: async (driver) => {
      await openFull(driver, screens.accounts);
      await driver.showFilters();
      await driver.page.getByRole('button', { name: button }).click();
      await afterOpening(driver);
    },
  };
}

const pickers: readonly Scene[] = [
  pickerOf({
    name: 'picker-organisations',
    state: 'choice of organisations',
    shows: ['OrganisationPicker'],
    button: '选择管辖机构',
    afterOpening: async ({ page }) => {
      const tree = page.getByRole('tree', { name: '组织机构' });
      await tree.getByRole('treeitem').first().click();
      await tree.press('ArrowRight');
      await expect(tree.locator('[aria-level="2"]').first()).toBeVisible();
      await expect(page.getByText('已选择 1 个区划')).toBeVisible();
    },
  }),
  pickerOf({
    name: 'picker-organisations-table',
    state: 'choice of organisations from the table',
    shows: [],
    button: '选择管辖机构',
    afterOpening: async ({ page }) => {
      await page.getByText('列表', { exact: true }).click();
      await page.getByRole('dialog').getByRole('option').nth(1).click();
      await expect(page.getByText('已选择 1 个区划')).toBeVisible();
    },
  }),
  pickerOf({
    name: 'picker-positions',
    state: 'choice of posts',
    shows: ['ChoicePicker'],
    button: '选择岗位',
    afterOpening: async ({ page }) => {
      await page.getByRole('dialog').getByRole('option').first().click();
      await expect(page.getByText('已选择 1 项')).toBeVisible();
    },
  }),
];

const dialogs: readonly Scene[] = [
  dialogOf(screens.accounts, {
    name: 'account-disable',
    state: 'disabling an account, with a validation problem',
    shows: ['AccountDialogs'],
    button: '停用',
    afterOpening: async ({ page }) => {
      await page.getByRole('dialog').getByRole('button', { name: '确认停用' }).click();
      await expect(page.getByRole('dialog').getByText('请输入原因')).toBeVisible();
    },
  }),
  dialogOf(screens.accounts, {
    name: 'account-reset',
    state: 'a one-time password',
    shows: ['ResetPasswordDialog'],
    button: '重置密码',
  }),
  dialogOf(screens.sessions, {
    name: 'session-end',
    state: 'ending a session',
    shows: [],
    button: '结束',
  }),
  dialogOf(screens.loginPolicy, {
    name: 'login-policy-edit',
    state: 'edit of the login policy',
    shows: ['LoginPolicyDialog'],
    button: '设置策略',
    afterOpening: async ({ page }) =>
      expect(page.getByRole('dialog').getByRole('checkbox', { name: '安全管理员' })).toBeVisible(),
  }),
  dialogOf(screens.roles, {
    name: 'role',
    state: 'one role',
    shows: ['RoleDialog'],
    button: '查看',
    afterOpening: async ({ page }) => expect(page.getByRole('dialog').getByRole('table')).toBeVisible(),
  }),
  dialogOf(screens.audit, {
    name: 'audit-entry',
    state: 'one entry of the audit log',
    shows: ['AuditEntryDrawer', 'DetailDrawer'],
    button: '查看',
  }),
  dialogOf(screens.audit, {
    name: 'audit-verify',
    state: 'verification',
    shows: ['VerifyDialog'],
    button: '核对',
  }),
  dialogOf(screens.holidays, {
    name: 'holiday-edit',
    state: 'edit of a holiday',
    shows: ['HolidayDialog'],
    button: '设置节假日',
  }),
  dialogOf(screens.holidays, {
    name: 'calendar-effect',
    state: 'effect of an edit of the calendar, before it is saved',
    shows: ['CalendarEffectDialog'],
    button: '设置节假日',
    afterOpening: async ({ page }) => {
      const dialog = page.getByRole('dialog', { name: '设置节假日' });
      await dialog.getByLabel('节假日名称').fill('防汛停工');
      await dialog.getByRole('button', { name: '下一步' }).click();
      await expect(page.getByRole('dialog').getByText('变动后即超期')).toBeVisible();
    },
  }),
  dialogOf(screens.messageChannels, {
    name: 'message-twin',
    state: 'messages received by the simulators',
    shows: ['SimulatorMessagesDialog'],
    button: '查看演示消息',
  }),
  {
    name: 'message-resend',
    screen: screens.messageChannels.path,
    state: 'confirmation before a message is sent again',
    who: screens.messageChannels.who,
    shows: ['ChannelMutationDialog'],
    show: async (driver) => {
      await driver.alter(messageChannels.list, (data) => {
        for (const row of (data as { rows: { can: string[]; state: string; stateLabel: string }[] }).rows) {
          Object.assign(row, { can: ['resend', 'confirm'], state: 'unknown', stateLabel: '结果不明' });
        }
      });
      await openFull(driver, screens.messageChannels);
      await driver.main.getByRole('button', { name: '重新发送' }).first().click({ force: true });
      await expect(driver.page.getByRole('dialog')).toBeVisible();
    },
  },
  dialogOf(screens.messageTemplates, {
    name: 'message-template-edit',
    state: 'edit of a message template',
    shows: ['MessageTemplateDialog'],
    button: '修改',
  }),
  {
    name: 'message-templates-picked',
    screen: screens.messageTemplates.path,
    state: 'message contents that a sender can choose',
    who: screens.messageTemplates.who,
    show: async (driver) => {
      await openFull(driver, screens.messageTemplates);
      await driver.main.getByRole('tab', { name: /^可选内容/ }).click();
      await expect(driver.main.getByRole('button', { name: '添加' })).toBeVisible();
    },
  },
  dialogOf(screens.documentTemplates, {
    name: 'document-template-new',
    state: 'a new document template',
    shows: ['NewTemplateDialog'],
    button: '新建文书模板',
  }),
  dialogOf(screens.documentSeries, {
    name: 'document-series-start',
    state: 'the next number of a series',
    shows: ['SeriesStartDialog'],
    button: '设置起始',
    afterOpening: async ({ page }) => {
      await page.getByRole('spinbutton', { name: '新文号从第几号起' }).fill('186');
      await expect(page.getByRole('dialog').getByText(/186号 起/)).toBeVisible();
    },
  }),
];

export const administrationScenes: readonly Scene[] = [
  ...Object.values(screens).flatMap((screen) => scenesOf(screen)),
  ...pickers,
  ...dialogs,
];
