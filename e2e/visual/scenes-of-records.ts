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

/** Scenes of side records (docs/decisions/0232). */
export const recordScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'record-suspension',
    state: 'suspension of a matter',
    caption: 'The suspension of a matter: its ground and its reason',
    shows: ['SuspensionDialog', 'RecordDialog', 'RecordCommandDialog'],
    show: async (driver) => {
      await driver.openTask('受理审查');
      await pressMore(driver, '中止');
    },
  },
  {
    ...detail,
    name: 'record-extension',
    state: 'request for an extension',
    shows: ['ExtensionDialog'],
    show: async (driver) => {
      await driver.openTask('受理审查');
      await pressMore(driver, '申请延期');
    },
  },
];
