import { expect } from '@playwright/test';
import { home } from '#contract/home.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

const desk = { screen: '/index', who: people.receiver } as const;

async function openDesk(stage: Stage): Promise<void> {
  await stage.open('/index');
  await expect(stage.page.getByRole('heading', { name: '工作台', level: 1 })).toBeVisible();
}

export const homeScenes: readonly Scene[] = [
  {
    ...desk,
    name: 'home',
    state: 'full',
    caption: 'The desk (工作台): what is due; earlier there was none, and one landed in the to-do list',
    show: async (stage) => {
      await openDesk(stage);
      await expect(stage.main.getByRole('link').nth(5)).toBeVisible();
    },
  },
  {
    ...desk,
    name: 'home-of-clerk',
    state: 'desk of a clerk who starts orders',
    who: people.clerk,
    show: async (stage) => {
      await openDesk(stage);
      await expect(stage.main.getByRole('link').nth(2)).toBeVisible();
    },
  },
  {
    ...desk,
    name: 'home-arranged',
    state: 'settings of the blocks',
    shows: ['ArrangeBlocks'],
    only: 'desk',
    show: async (stage) => {
      await openDesk(stage);
      await stage.page.getByRole('button', { name: '调整板块' }).click();
    },
  },
  {
    ...desk,
    name: 'home-loading',
    state: 'loading',
    show: async (stage) => {
      await stage.withhold(home.page);
      await openDesk(stage);
      await stage.waitForSkeleton();
    },
  },
  {
    ...desk,
    name: 'home-failed',
    state: 'failed',
    show: async (stage) => {
      await stage.fail(home.page);
      await openDesk(stage);
      await expect(stage.main.getByRole('alert').first()).toBeVisible();
    },
  },
];
