import { expect, type Locator } from '@playwright/test';
import { chooseDepartment, handlerBar, pressInBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

/** Asking others for their opinion: countersign, signers, delegates, and returning to earlier handlers. */

const detail = { screen: '/affair/detail/:code', who: people.reviewer } as const;

async function pressAtExamination(driver: ScreenDriver, action: string, statusLabel = ''): Promise<Locator> {
  await driver.openTask('受理审查', people.reviewer, statusLabel);
  const bar = handlerBar(driver.page);
  await bar.getByRole('textbox', { name: '处理意见' }).fill('请协助核实来信反映的情况。');
  await pressInBar(driver.page, action);
  const dialog = driver.page.getByRole('dialog', { name: new RegExp(`^${action}`) });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fillGroups(driver: ScreenDriver): Promise<Locator> {
  const dialog = await pressAtExamination(driver, '发起会签');
  await dialog.getByText('按分组', { exact: true }).click();
  await chooseDepartment(driver.page, dialog.getByRole('region', { name: '第1组' }), '物业管理科');
  await dialog.getByRole('button', { name: '添加分组' }).click();
  await chooseDepartment(driver.page, dialog.getByRole('region', { name: '第2组' }), '食品经营监管科');
  await expect(dialog.getByText(/^到 .* 止$/)).toBeVisible();
  return dialog;
}

/** Starts a countersign by groups, and opens the order again as its requester. */
async function startGroups(driver: ScreenDriver): Promise<void> {
  const dialog = await fillGroups(driver);
  await dialog.getByRole('button', { name: /^确认发起会签/ }).click();
  await expect(driver.page.getByText(/该环节已“发起会签”/)).toBeVisible();
  await driver.page.reload();
}

export const askingScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'countersign',
    state: 'countersign by groups',
    shows: ['CountersignDialog'],
    show: async (driver) => void (await fillGroups(driver)),
  },
  {
    ...detail,
    name: 'add-signers',
    state: 'adding signers',
    shows: ['AddSignersDialog'],
    show: async (driver) => void (await pressAtExamination(driver, '加签')),
  },
  {
    ...detail,
    name: 'delegate',
    state: 'delegation',
    shows: ['DelegateDialog'],
    show: async (driver) => void (await pressAtExamination(driver, '委派')),
  },
  {
    ...detail,
    name: 'return-to-handler',
    state: 'return to an earlier handler of the node',
    shows: ['ReturnToHandlerDialog'],
    // People who answered a countersign count as handlers of its node.
    show: async (driver) => void (await pressAtExamination(driver, '退回经办人', '会签完成')),
  },
  {
    ...detail,
    name: 'countersign-call-off',
    state: 'cancellation of a countersign',
    changesWorld: true,
    show: async (driver) => {
      await startGroups(driver);
      await driver.page.getByRole('button', { name: '取消会签' }).click();
    },
  },
  {
    ...detail,
    name: 'countersign-add',
    state: 'addition of countersigners',
    shows: ['AddSeatsDialog'],
    changesWorld: true,
    show: async (driver) => {
      await startGroups(driver);
      await driver.page.getByRole('button', { name: '增加会签人' }).click();
      const dialog = driver.page.getByRole('dialog', { name: /^增加会签人/ });
      await chooseDepartment(driver.page, dialog, '劳动关系科');
      await expect(dialog.getByText('下一环节')).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'countersign-remove',
    state: 'removal of a countersigner',
    shows: ['RemoveSeatDialog'],
    changesWorld: true,
    show: async (driver) => {
      await startGroups(driver);
      await driver.page.getByRole('button', { name: /^第 1 组/ }).click();
      await driver.page.getByRole('button', { name: /^减签/ }).click();
      await expect(driver.page.getByRole('dialog', { name: /^减签/ }).getByText('下一环节')).toBeVisible();
    },
  },
];
