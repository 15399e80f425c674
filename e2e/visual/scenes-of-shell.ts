import { expect } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { workOrders } from '#contract/work-orders.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

async function openTodo(driver: ScreenDriver): Promise<void> {
  await driver.open('/todo');
  await expect(driver.page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  await expect(driver.main.getByText(/\d{10}/).first()).toBeVisible();
}

const todo = { screen: '/todo', who: people.receiver } as const;

export const shellScenes: readonly Scene[] = [
  {
    ...todo,
    name: 'messages',
    state: 'messages',
    shows: ['MessageBell'],
    show: async (driver) => {
      await openTodo(driver);
      await driver.page.getByRole('button', { name: /^消息/ }).click();
      await expect(driver.page.getByText('全部设为已读')).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'messages-failed',
    state: 'messages that could not be loaded',
    show: async (driver) => {
      await driver.fail(messages.list);
      await openTodo(driver);
      await driver.page.getByRole('button', { name: /^消息/ }).click();
      await expect(driver.page.getByRole('alert')).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'message-notice',
    state: 'a new message',
    shows: ['MessageNotice'],
    caption: 'A new message: beside the bell, not over the menu',
    show: async (driver) => {
      await driver.page.addInitScript("localStorage.removeItem('banjian.lastMessageShown')");
      await openTodo(driver);
      await expect(driver.page.getByRole('button', { name: '关闭' }).first()).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'user-menu',
    state: 'user menu',
    shows: ['UserMenu'],
    show: async (driver) => {
      await openTodo(driver);
      await driver.page.getByRole('button', { name: /^用户菜单/ }).click();
      await expect(driver.page.getByRole('menuitem', { name: '修改密码' })).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'change-password',
    state: 'password change, with validation problems',
    shows: ['ChangePasswordDialog'],
    show: async (driver) => {
      await openTodo(driver);
      await driver.page.getByRole('button', { name: /^用户菜单/ }).click();
      await driver.page.getByRole('menuitem', { name: '修改密码' }).click();
      const dialog = driver.page.getByRole('dialog', { name: '修改密码' });
      await dialog.getByRole('button', { name: '确认修改' }).click();
      await expect(dialog.getByText('新密码不能为空')).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'sign-out',
    state: 'question before signing out',
    show: async (driver) => {
      await openTodo(driver);
      await driver.page.getByRole('button', { name: /^用户菜单/ }).click();
      await driver.page.getByRole('menuitem', { name: '退出登录' }).click();
      await expect(driver.page.getByRole('button', { name: '确认退出' })).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'menu-folded',
    state: 'collapsed menu',
    shows: ['SideMenu'],
    only: 'desktop',
    show: async (driver) => {
      await openTodo(driver);
      await driver.page.getByRole('button', { name: '收起菜单' }).click();
    },
  },
  {
    ...todo,
    name: 'login-again',
    state: 'the session has expired',
    shows: ['ReLoginDialog', 'SessionGuard'],
    show: async (driver) => {
      await openTodo(driver);
      await driver.page.route(
        (url) => url.pathname === workOrders.todoPage.path,
        (route) => route.fulfill({ status: 401, json: { errcode: 401, code: 401, errmsg: '登录已失效' } }),
      );
      await driver.page.route(
        (url) => url.pathname === '/sys/captcha',
        () => new Promise(() => undefined),
      );
      // A phone's list has no button for it: switching the tab reloads.
      const refreshButton = driver.page.getByRole('button', { name: '刷新' });
      await (driver.isPhone ? driver.main.getByRole('tab', { name: /超期/ }) : refreshButton).click();
      await expect(driver.page.getByRole('dialog', { name: '登录已失效，请重新登录' })).toBeVisible();
    },
  },
  {
    name: 'tour',
    screen: '/todo',
    state: 'tour at the first login',
    who: people.newcomer,
    shows: ['TourCard'],
    caption: 'The tour at the first login, in its second step; not on a phone',
    show: async (driver) => {
      await driver.open('/todo');
      const card = driver.page.getByRole('dialog', { name: '新手引导' });
      if (driver.isPhone) return expect(card).toBeHidden();
      await card.getByRole('button', { name: '下一步' }).click();
      await expect(card).toContainText('2/6');
    },
  },
  {
    name: 'help',
    screen: '/help',
    state: 'full',
    who: people.receiver,
    caption: 'The guide, opened at the section about the screen',
    show: async (driver) => {
      await driver.open('/help?of=%2Fschedule');
      await expect(driver.main.getByRole('heading', { name: '日程', level: 2 })).toBeFocused();
    },
  },
  {
    name: 'help-operator',
    screen: '/help',
    state: 'the operator guide, opened at the section that a problem links to',
    who: people.systemAdmin,
    show: async (driver) => {
      await driver.open('/help?book=operator#备份与恢复');
      await expect(driver.main.getByRole('heading', { name: '备份与恢复', level: 2 })).toBeFocused();
    },
  },
  {
    name: 'not-found',
    screen: '*',
    state: 'full',
    who: people.receiver,
    show: async (driver) => {
      await driver.open('/nowhere');
      await expect(driver.page.getByText('没有找到这个页面')).toBeVisible();
    },
  },
  {
    name: 'no-permission',
    screen: '/done',
    state: 'not in the menu of this person',
    who: people.systemAdmin,
    show: async (driver) => {
      await driver.open('/done');
      await expect(driver.page.getByText('您没有该菜单的权限，请联系管理员添加')).toBeVisible();
    },
  },
];
