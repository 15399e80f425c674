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
    who: people.permitPreviewer,
    name: 'record-correction',
    state: 'request for a correction',
    caption: 'The request for a correction: the materials with a problem, and what the applicant has to do',
    shows: ['CorrectionDialog'],
    show: async (driver) => {
      await driver.openTask('预审');
      await pressMore(driver, '要求补正');
      await expect(driver.page.getByRole('checkbox', { name: '营业执照' })).toBeVisible();
    },
  },
  {
    ...detail,
    who: people.permitPreviewer,
    name: 'record-rare-supplement',
    state: 'receipt with materials that are supplied later',
    shows: ['RareDialog'],
    show: async (driver) => {
      await driver.openTask('预审');
      await pressMore(driver, '容缺收件');
      await expect(driver.page.getByRole('checkbox', { name: '营业执照' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'material-check',
    state: 'check of the materials',
    caption: 'The check of the materials at the reception',
    show: async (driver) => {
      await driver.openTask('收件');
      await driver.page.getByRole('button', { name: '核对材料' }).click();
      await expect(driver.page.getByRole('list', { name: '材料核对' })).toBeVisible();
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
