import { expect } from '@playwright/test';
import { dashboard } from '#contract/dashboard.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const board = { screen: '/dashboard', who: people.matterAdmin } as const;
const orders = { screen: '/dashboard/orders', who: people.matterAdmin } as const;
const wall = { screen: '/dashboard/wall', who: people.matterAdmin } as const;

async function openBoard(driver: ScreenDriver): Promise<void> {
  await driver.open('/dashboard');
  await expect(driver.main.getByRole('list', { name: '主要数据' })).toBeVisible();
  await expect(
    driver.main
      .getByRole('img', { name: /折线图/ })
      .first()
      .locator('svg'),
  ).toBeVisible();
}

async function openOrders(driver: ScreenDriver): Promise<void> {
  await driver.open('/dashboard/orders?phase=open');
  await expect(driver.page.getByRole('heading', { name: '办件明细', level: 1 })).toBeVisible();
}

/** Scenes of the office's figures, and the orders behind them. */
export const dashboardScenes: readonly Scene[] = [
  {
    ...board,
    name: 'dashboard',
    state: 'full',
    caption: 'The dashboard: every figure links to its orders',
    show: openBoard,
  },
  {
    ...board,
    name: 'dashboard-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(dashboard.page);
      await driver.open('/dashboard');
      await driver.waitForSkeleton();
    },
  },
  {
    ...board,
    name: 'dashboard-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(dashboard.page);
      await driver.open('/dashboard');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...board,
    name: 'dashboard-tables',
    state: 'tables instead of charts',
    show: async (driver) => {
      await openBoard(driver);
      const cards = driver.main.getByRole('region', { name: /收件与办结|按期办结率|全程超期/ });
      for (const card of await cards.all()) await card.getByText('表', { exact: true }).click();
      await expect(driver.main.getByRole('table', { name: '按日收件与办结' })).toBeVisible();
    },
  },
  {
    ...board,
    name: 'dashboard-print',
    state: 'print',
    shows: ['DashboardPrint'],
    only: 'desktop',
    show: async (driver) => {
      await openBoard(driver);
      await driver.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await driver.page.emulateMedia({ media: 'print' });
      await expect(driver.page.getByText('办件情况简报')).toBeVisible();
    },
  },
  { ...orders, name: 'dashboard-orders', state: 'full', show: openOrders },
  {
    ...orders,
    name: 'dashboard-orders-empty',
    state: 'empty',
    show: async (driver) => {
      await driver.clear(dashboard.orders);
      await openOrders(driver);
      await expect(driver.main.getByText('没有符合条件的数据')).toBeVisible();
    },
  },
  {
    ...orders,
    name: 'dashboard-orders-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(dashboard.orders);
      await openOrders(driver);
      await driver.waitForSkeleton();
    },
  },
  {
    ...orders,
    name: 'dashboard-orders-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(dashboard.orders);
      await openOrders(driver);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...wall,
    name: 'dashboard-wall',
    state: 'full',
    show: async (driver) => {
      await driver.open('/dashboard/wall');
      await expect(driver.page.getByRole('list', { name: '主要数据' })).toBeVisible();
      await expect(
        driver.page
          .getByRole('img', { name: /折线图/ })
          .first()
          .locator('svg'),
      ).toBeVisible();
    },
  },
  {
    ...wall,
    name: 'dashboard-wall-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(dashboard.wall);
      await driver.open('/dashboard/wall');
      await expect(driver.page.getByText('正在读取数据…')).toBeVisible();
    },
  },
  {
    ...wall,
    name: 'dashboard-wall-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(dashboard.wall);
      await driver.open('/dashboard/wall');
      await expect(driver.page.getByRole('alert').first()).toBeVisible();
    },
  },
];
