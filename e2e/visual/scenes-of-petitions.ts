import { expect } from '@playwright/test';
import { handlerBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;

/** Presses an entry of 更多 in the handler bar, and waits for its dialog. */
async function pressMore({ page }: ScreenDriver, name: string): Promise<void> {
  await handlerBar(page).getByRole('button', { name: '更多' }).click();
  await page
    .getByRole('menuitem', { name })
    .or(page.getByRole('button', { name, exact: true }))
    .first()
    .click();
  await expect(page.getByRole('dialog').last()).toBeVisible();
}

/** Opens the tab 关联办件 of a petition. */
async function openPetitionTab(driver: ScreenDriver): Promise<void> {
  await driver.openTask('受理审查');
  // On a phone the tab is outside the row of tabs: focus scrolls it into view, which a press of the mouse would miss.
  await driver.page.getByRole('tab', { name: '关联办件' }).press('Enter');
  await expect(driver.page.getByRole('region', { name: '三级办理' })).toBeVisible();
}

/** Scenes of repeat petitions, their links and their merge (docs/decisions/0234). */
export const petitionScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'record-merge',
    state: 'merge of petitions',
    caption: 'The merge of petitions: the main order, its limit, and the tasks that leave the to-do lists',
    shows: ['MergeDialog'],
    show: async (driver) => {
      await driver.openTask('受理审查');
      await pressMore(driver, '并案');
      await expect(driver.page.getByRole('radio', { name: /^以 \d+ 为主办件$/ }).first()).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'petition-link',
    state: 'link of a petition',
    shows: ['LinkOrderDialog'],
    show: async (driver) => {
      await openPetitionTab(driver);
      await driver.page.getByRole('button', { name: '关联办件', exact: true }).click();
      await expect(driver.page.getByRole('dialog', { name: '关联办件' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'petition-people',
    state: 'list of names of a joint petition',
    shows: ['JointImportDialog'],
    show: async (driver) => {
      await openPetitionTab(driver);
      await driver.page.getByRole('button', { name: '导入名单' }).click();
      await expect(driver.page.getByRole('dialog', { name: '导入联名信访人' })).toBeVisible();
    },
  },
];
