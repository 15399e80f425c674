import { expect } from '@playwright/test';
import { orderQuery } from '#contract/order-query.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const view = { screen: '/query/view/:code', who: people.receiver } as const;

async function lookUp(driver: ScreenDriver): Promise<void> {
  const code = await driver.findDone(({ itemName }) => itemName.includes('来信'));
  await driver.open(`/query/view/${code}`);
}

export const queryScenes: readonly Scene[] = [
  {
    ...view,
    name: 'query-view',
    state: 'full',
    caption: 'An order found by a query: read only, without actions',
    show: async (driver) => {
      await lookUp(driver);
      await expect(driver.main.getByRole('list', { name: '办理轨迹' })).toBeVisible();
    },
  },
  {
    ...view,
    name: 'query-view-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(orderQuery.detailPage);
      await lookUp(driver);
      await driver.waitForSkeleton();
    },
  },
  {
    ...view,
    name: 'query-view-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(orderQuery.detailPage);
      await lookUp(driver);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    screen: '/query/all',
    who: people.leader,
    name: 'query-words',
    state: 'search terms marked in the results',
    show: async (driver) => {
      await driver.open('/query/all?titleWords=电梯');
      await expect(driver.main.locator('mark').first()).toBeVisible();
    },
  },
  {
    screen: '/query/all',
    who: people.leader,
    name: 'urge-many',
    state: 'an urge of several orders',
    shows: ['UrgeManyDialog'],
    show: async (driver) => {
      await driver.open('/query/all?phase=open&stepDue=overdue');
      for (const index of [1, 2]) await driver.main.getByRole('checkbox').nth(index).check();
      await driver.main.getByRole('button', { name: '催办 2 件' }).click();
      await expect(driver.page.getByRole('dialog', { name: '催办 2 件' })).toBeVisible();
    },
  },
];
