import { expect, type Locator } from '@playwright/test';
import { chooseDepartment, handlerBar, pressInBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

/** Asking others for their opinion: countersign, signers, delegates, and returning to earlier handlers. */

const detail = { screen: '/affair/detail/:code', who: people.auditor } as const;

async function pressAtExamination(stage: Stage, action: string, statusLabel = ''): Promise<Locator> {
  await stage.openTask('受理审查', people.auditor, statusLabel);
  const bar = handlerBar(stage.page);
  await bar.getByRole('textbox', { name: '处理意见' }).fill('请协助核实来信反映的情况。');
  await pressInBar(stage.page, action);
  const dialog = stage.page.getByRole('dialog', { name: new RegExp(`^${action}`) });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function fillGroups(stage: Stage): Promise<Locator> {
  const dialog = await pressAtExamination(stage, '发起会签');
  await dialog.getByText('按分组', { exact: true }).click();
  await chooseDepartment(stage.page, dialog.getByRole('region', { name: '第1组' }), '物业管理科');
  await dialog.getByRole('button', { name: '添加分组' }).click();
  await chooseDepartment(stage.page, dialog.getByRole('region', { name: '第2组' }), '食品经营监管科');
  await expect(dialog.getByText(/^到 .* 止$/)).toBeVisible();
  return dialog;
}

/** Opens the promoter's view of an unanswered countersign. */
async function startGroups(stage: Stage): Promise<void> {
  const dialog = await fillGroups(stage);
  await dialog.getByRole('button', { name: /^确认发起会签/ }).click();
  await expect(stage.page.getByText(/该环节已“发起会签”/)).toBeVisible();
  await stage.page.reload();
}

export const askingScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'countersign',
    state: 'countersign by groups',
    shows: ['CountersignDialog'],
    show: async (stage) => void (await fillGroups(stage)),
  },
  {
    ...detail,
    name: 'add-signers',
    state: 'adding signers',
    shows: ['AddSignersDialog'],
    show: async (stage) => void (await pressAtExamination(stage, '加签')),
  },
  {
    ...detail,
    name: 'delegate',
    state: 'delegation',
    shows: ['DelegateDialog'],
    show: async (stage) => void (await pressAtExamination(stage, '委派')),
  },
  {
    ...detail,
    name: 'return-to-handler',
    state: 'return to an earlier handler of the node',
    shows: ['ReturnToHandlerDialog'],
    // People who answered a countersign count as handlers of its node.
    show: async (stage) => void (await pressAtExamination(stage, '退回经办人', '会签完成')),
  },
  {
    ...detail,
    name: 'countersign-call-off',
    state: 'cancellation of a countersign',
    changes: true,
    show: async (stage) => {
      await startGroups(stage);
      await stage.page.getByRole('button', { name: '取消会签' }).click();
    },
  },
  {
    ...detail,
    name: 'countersign-add',
    state: 'addition of countersigners',
    shows: ['AddSeatsDialog'],
    changes: true,
    show: async (stage) => {
      await startGroups(stage);
      await stage.page.getByRole('button', { name: '增加会签人' }).click();
      const dialog = stage.page.getByRole('dialog', { name: /^增加会签人/ });
      await chooseDepartment(stage.page, dialog, '劳动关系科');
      await expect(dialog.getByText('下一环节')).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'countersign-remove',
    state: 'removal of a countersigner',
    shows: ['RemoveSeatDialog'],
    changes: true,
    show: async (stage) => {
      await startGroups(stage);
      await stage.page.getByRole('button', { name: /^第 1 组/ }).click();
      await stage.page.getByRole('button', { name: /^减签/ }).click();
      await expect(stage.page.getByRole('dialog', { name: /^减签/ }).getByText('下一环节')).toBeVisible();
    },
  },
];
