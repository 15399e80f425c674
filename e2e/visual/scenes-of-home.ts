import { expect } from '@playwright/test';
import { home } from '#contract/home.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const homePage = { screen: '/index', who: people.receiver } as const;

async function openHomePage(driver: ScreenDriver): Promise<void> {
  await driver.open('/index');
  await expect(driver.page.getByRole('heading', { name: '工作台', level: 1 })).toBeVisible();
}

export const homeScenes: readonly Scene[] = [
  {
    ...homePage,
    name: 'home',
    state: 'full',
    caption: 'The home page (工作台): what is due; earlier there was none, and a login led to the to-do list',
    show: async (driver) => {
      await openHomePage(driver);
      await expect(driver.main.getByRole('link').nth(5)).toBeVisible();
    },
  },
  {
    ...homePage,
    name: 'home-of-clerk',
    state: 'home page of a clerk who starts orders',
    who: people.clerk,
    show: async (driver) => {
      await openHomePage(driver);
      await expect(driver.main.getByRole('link').nth(2)).toBeVisible();
    },
  },
  {
    ...homePage,
    name: 'home-arranged',
    state: 'settings of the blocks',
    shows: ['BlockSettings'],
    only: 'desktop',
    show: async (driver) => {
      await openHomePage(driver);
      await driver.page.getByRole('button', { name: '调整板块' }).click();
    },
  },
  {
    ...homePage,
    name: 'home-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(home.page);
      await openHomePage(driver);
      await driver.waitForSkeleton();
    },
  },
  {
    ...homePage,
    name: 'home-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(home.page);
      await openHomePage(driver);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
];
