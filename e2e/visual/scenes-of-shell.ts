import { expect } from '@playwright/test';
import { messages } from '#contract/messages.ts';
import { workOrders } from '#contract/work-orders.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

async function openTodo(stage: Stage): Promise<void> {
  await stage.open('/todo');
  await expect(stage.page.getByRole('heading', { name: '待办', level: 1 })).toBeVisible();
  await expect(stage.main.getByText(/\d{10}/).first()).toBeVisible();
}

const todo = { screen: '/todo', who: people.receiver } as const;

export const shellScenes: readonly Scene[] = [
  {
    ...todo,
    name: 'messages',
    state: 'messages',
    shows: ['MessageBell'],
    show: async (stage) => {
      await openTodo(stage);
      await stage.page.getByRole('button', { name: /^消息/ }).click();
      await expect(stage.page.getByText('全部设为已读')).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'messages-failed',
    state: 'messages that could not be loaded',
    show: async (stage) => {
      await stage.fail(messages.list);
      await openTodo(stage);
      await stage.page.getByRole('button', { name: /^消息/ }).click();
      await expect(stage.page.getByRole('alert')).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'message-notice',
    state: 'a new message',
    shows: ['MessageNotice'],
    caption: 'A new message: beside the bell, not over the menu',
    show: async (stage) => {
      await stage.page.addInitScript("localStorage.removeItem('banjian.lastMessageShown')");
      await openTodo(stage);
      await expect(stage.page.getByRole('button', { name: '关闭' }).first()).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'user-menu',
    state: 'user menu',
    shows: ['UserMenu'],
    show: async (stage) => {
      await openTodo(stage);
      await stage.page.getByRole('button', { name: /^用户菜单/ }).click();
      await expect(stage.page.getByRole('menuitem', { name: '修改密码' })).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'change-password',
    state: 'password change, with validation problems',
    shows: ['ChangePasswordDialog'],
    show: async (stage) => {
      await openTodo(stage);
      await stage.page.getByRole('button', { name: /^用户菜单/ }).click();
      await stage.page.getByRole('menuitem', { name: '修改密码' }).click();
      const dialog = stage.page.getByRole('dialog', { name: '修改密码' });
      await dialog.getByRole('button', { name: '确认修改' }).click();
      await expect(dialog.getByText('新密码不能为空')).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'sign-out',
    state: 'question before signing out',
    show: async (stage) => {
      await openTodo(stage);
      await stage.page.getByRole('button', { name: /^用户菜单/ }).click();
      await stage.page.getByRole('menuitem', { name: '退出登录' }).click();
      await expect(stage.page.getByRole('button', { name: '确认退出' })).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'menu-folded',
    state: 'collapsed menu',
    shows: ['SideMenu'],
    only: 'desk',
    show: async (stage) => {
      await openTodo(stage);
      await stage.page.getByRole('button', { name: '收起菜单' }).click();
    },
  },
  {
    ...todo,
    name: 'login-again',
    state: 'the session has expired',
    shows: ['ReLoginDialog', 'SessionGuard'],
    show: async (stage) => {
      await openTodo(stage);
      await stage.page.route(
        (url) => url.pathname === workOrders.todoPage.path,
        (route) => route.fulfill({ status: 401, json: { errcode: 401, code: 401, errmsg: '登录已失效' } }),
      );
      await stage.page.route(
        (url) => url.pathname === '/sys/captcha',
        () => new Promise(() => undefined),
      );
      // A phone's list has no button for it: switching the tab reloads.
      const again = stage.page.getByRole('button', { name: '刷新' });
      await (stage.isPhone ? stage.main.getByRole('tab', { name: /超期/ }) : again).click();
      await expect(stage.page.getByRole('dialog', { name: '登录已失效，请重新登录' })).toBeVisible();
    },
  },
  {
    name: 'tour',
    screen: '/todo',
    state: 'tour at the first login',
    who: people.newcomer,
    shows: ['TourCard'],
    caption: 'The tour at the first login, in its second step; not on a phone',
    show: async (stage) => {
      await stage.open('/todo');
      const card = stage.page.getByRole('dialog', { name: '新手引导' });
      if (stage.isPhone) return expect(card).toBeHidden();
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
    show: async (stage) => {
      await stage.open('/help?of=%2Fschedule');
      await expect(stage.main.getByRole('heading', { name: '日程', level: 2 })).toBeFocused();
    },
  },
  {
    name: 'help-operator',
    screen: '/help',
    state: 'the operator guide, opened at the section that a problem links to',
    who: people.systemAdmin,
    show: async (stage) => {
      await stage.open('/help?book=operator#备份与恢复');
      await expect(stage.main.getByRole('heading', { name: '备份与恢复', level: 2 })).toBeFocused();
    },
  },
  {
    name: 'not-found',
    screen: '*',
    state: 'full',
    who: people.receiver,
    show: async (stage) => {
      await stage.open('/nowhere');
      await expect(stage.page.getByText('没有找到这个页面')).toBeVisible();
    },
  },
  {
    name: 'no-permission',
    screen: '/done',
    state: 'not in the menu of this person',
    who: people.systemAdmin,
    show: async (stage) => {
      await stage.open('/done');
      await expect(stage.page.getByText('您没有该菜单的权限，请联系管理员添加')).toBeVisible();
    },
  },
];
