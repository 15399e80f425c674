import { expect, type Locator } from '@playwright/test';
import { handling } from '#contract/handling.ts';
import { people } from '../people.ts';
import { fakeDocuments } from './fake-documents.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const todo = { screen: '/todo', who: people.receiver, only: 'desktop' } as const;

const failed = { status: 500, json: { errcode: 500, code: 500, errmsg: '系统异常，请稍后重试' } };
const handled = {
  workorderId: '018f0000-0000-7000-8000-000000000001',
  workorderCode: '2026000141',
  status: 3,
  statusLabel: '待受理',
  message: '该环节已“确认收件”，办件流水号：2026000141',
  nextNodeNames: ['受理审查'],
  workorderDocs: [],
};

async function openCheck({ open, page, main }: ScreenDriver): Promise<Locator> {
  await open('/todo');
  await main.getByRole('checkbox', { name: '全选本页' }).check();
  await page.getByRole('button', { name: /^批量办理 \d+ 件$/ }).click();
  const dialog = page.getByRole('dialog', { name: /^批量/ });
  await expect(dialog.getByText(/件可以办理$/)).toBeVisible();
  return dialog;
}

/** Writes the opinion and continues to the documents, which are made and listed. */
async function openDocuments(driver: ScreenDriver): Promise<Locator> {
  await fakeDocuments(driver, ['收件回执']);
  const dialog = await openCheck(driver);
  await dialog.getByRole('textbox', { name: '处理意见' }).fill('材料已核对，收件。');
  await dialog.getByRole('button', { name: /^确认.* \d+ 件$/ }).click();
  const documents = driver.page.getByRole('dialog', { name: /请核对将生成的文书/ });
  await expect(documents.getByRole('button', { name: /^确认.* \d+ 件$/ })).toBeEnabled();
  return documents;
}

/** Scenes of handling many tasks with one opinion. */
export const batchScenes: readonly Scene[] = [
  {
    ...todo,
    name: 'batch',
    state: 'check of the tasks of a batch',
    shows: ['BatchCheckDialog'],
    caption: 'A batch: tasks that can and cannot be handled, with reasons, and one opinion for all',
    show: async (driver) => void (await openCheck(driver)),
  },
  {
    ...todo,
    name: 'batch-documents',
    state: 'the documents made by a batch',
    shows: ['BatchDocumentsDialog'],
    caption: 'The documents of all orders of a batch, before anything is sent',
    show: async (driver) => void (await openDocuments(driver)),
  },
  {
    ...todo,
    name: 'batch-progress',
    state: 'a batch in progress',
    shows: ['BatchProgressDialog'],
    show: async (driver) => {
      const dialog = await openDocuments(driver);
      await driver.leaveUnanswered(handling.handle);
      await dialog.getByRole('button', { name: /^确认.* \d+ 件$/ }).click();
      await expect(driver.page.getByRole('progressbar', { name: '批量办理进度' })).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'batch-outcome',
    state: 'results of a batch',
    caption: 'Results of a batch: one for each row, with retry of the failed ones',
    show: async (driver) => {
      const dialog = await openDocuments(driver);
      let callCount = 0;
      await driver.page.route(
        (url) => url.pathname === handling.handle.path,
        (route) => {
          callCount += 1;
          return route.fulfill(callCount === 2 ? failed : { json: { errcode: 0, code: 200, data: handled } });
        },
      );
      await dialog.getByRole('button', { name: /^确认.* \d+ 件$/ }).click();
      await expect(driver.page.getByText(/^成功 \d+，失败 1/)).toBeVisible();
      await expect(driver.page.getByRole('button', { name: '重试失败 1 件' })).toBeEnabled();
    },
  },
];
