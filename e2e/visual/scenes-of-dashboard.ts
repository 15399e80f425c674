import { expect } from '@playwright/test';
import { dashboard } from '#contract/dashboard.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

const board = { screen: '/dashboard', who: people.matterAdmin } as const;
const orders = { screen: '/dashboard/orders', who: people.matterAdmin } as const;
const wall = { screen: '/dashboard/wall', who: people.matterAdmin } as const;

async function openBoard(stage: Stage): Promise<void> {
  await stage.open('/dashboard');
  await expect(stage.main.getByRole('list', { name: '主要数据' })).toBeVisible();
  await expect(
    stage.main
      .getByRole('img', { name: /折线图/ })
      .first()
      .locator('svg'),
  ).toBeVisible();
}

async function openOrders(stage: Stage): Promise<void> {
  await stage.open('/dashboard/orders?phase=open');
  await expect(stage.page.getByRole('heading', { name: '办件明细', level: 1 })).toBeVisible();
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
    show: async (stage) => {
      await stage.withhold(dashboard.page);
      await stage.open('/dashboard');
      await stage.waitForSkeleton();
    },
  },
  {
    ...board,
    name: 'dashboard-failed',
    state: 'failed',
    show: async (stage) => {
      await stage.fail(dashboard.page);
      await stage.open('/dashboard');
      await expect(stage.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...board,
    name: 'dashboard-tables',
    state: 'tables instead of charts',
    show: async (stage) => {
      await openBoard(stage);
      const cards = stage.main.getByRole('region', { name: /收件与办结|按期办结率|全程超期/ });
      for (const card of await cards.all()) await card.getByText('表', { exact: true }).click();
      await expect(stage.main.getByRole('table', { name: '按日收件与办结' })).toBeVisible();
    },
  },
  {
    ...board,
    name: 'dashboard-print',
    state: 'print',
    shows: ['DashboardSheet'],
    only: 'desk',
    show: async (stage) => {
      await openBoard(stage);
      await stage.page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await stage.page.emulateMedia({ media: 'print' });
      await expect(stage.page.getByText('办件情况简报')).toBeVisible();
    },
  },
  { ...orders, name: 'dashboard-orders', state: 'full', show: openOrders },
  {
    ...orders,
    name: 'dashboard-orders-empty',
    state: 'empty',
    show: async (stage) => {
      await stage.clear(dashboard.orders);
      await openOrders(stage);
      await expect(stage.main.getByText('没有符合条件的数据')).toBeVisible();
    },
  },
  {
    ...orders,
    name: 'dashboard-orders-loading',
    state: 'loading',
    show: async (stage) => {
      await stage.withhold(dashboard.orders);
      await openOrders(stage);
      await stage.waitForSkeleton();
    },
  },
  {
    ...orders,
    name: 'dashboard-orders-failed',
    state: 'failed',
    show: async (stage) => {
      await stage.fail(dashboard.orders);
      await openOrders(stage);
      await expect(stage.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...wall,
    name: 'dashboard-wall',
    state: 'full',
    show: async (stage) => {
      await stage.open('/dashboard/wall');
      await expect(stage.page.getByRole('list', { name: '主要数据' })).toBeVisible();
      await expect(
        stage.page
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
    show: async (stage) => {
      await stage.withhold(dashboard.wall);
      await stage.open('/dashboard/wall');
      await expect(stage.page.getByText('正在读取数据…')).toBeVisible();
    },
  },
  {
    ...wall,
    name: 'dashboard-wall-failed',
    state: 'failed',
    show: async (stage) => {
      await stage.fail(dashboard.wall);
      await stage.open('/dashboard/wall');
      await expect(stage.page.getByRole('alert').first()).toBeVisible();
    },
  },
];
