import { expect, type Locator } from '@playwright/test';
import { handling } from '#contract/handling.ts';
import { pressButton } from '../calls.ts';
import { chooseUnit } from '../form-controls.ts';
import {
  confirm,
  confirmDocuments,
  documentsIn,
  handlerBar,
  press as pressAction,
  pressInBar,
} from '../handling.ts';
import { people } from '../people.ts';
import { fakeDocuments } from './fake-documents.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;

async function openTask(driver: ScreenDriver, node: string): Promise<string> {
  const code = await driver.openTask(node);
  await expect(handlerBar(driver.page).getByRole('textbox', { name: '处理意见' })).toBeVisible();
  return code;
}

const press = ({ page }: ScreenDriver, action: string, opinion: string): Promise<Locator> =>
  pressAction(page, action, opinion);

async function waitForPreview(dialog: Locator): Promise<void> {
  await expect(dialog.getByText(/^(意见|将办结的待办)$/).first()).toBeVisible();
}

async function acceptAtExamination(driver: ScreenDriver): Promise<Locator> {
  await openTask(driver, '受理审查');
  await driver.main.getByRole('radio', { name: '予以受理' }).check();
  await chooseUnit(driver.page, '承办单位', '淳安县住房和城乡建设局');
  const dialog = await press(driver, '受理', '属于受理范围，予以受理。');
  await waitForPreview(dialog);
  return dialog;
}

async function refuseAtExamination(driver: ScreenDriver): Promise<Locator> {
  await openTask(driver, '受理审查');
  await driver.main.getByRole('radio', { name: '不予受理' }).check();
  await driver.main.getByRole('textbox', { name: '不予受理理由' }).fill('反映的事项应当通过诉讼解决。');
  const dialog = await press(driver, '不予受理', '不属于受理范围。');
  await expect(dialog.getByText('流程结束，不能恢复')).toBeVisible();
  return dialog;
}

export const actionScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'confirm',
    state: 'confirmation of an action',
    shows: ['HandleDialog', 'ActionDialog', 'ConfirmDialog'],
    caption: 'One confirmation for every action: result, next node with people, opinion, tasks that close',
    show: async (driver) => void (await acceptAtExamination(driver)),
  },
  {
    ...detail,
    name: 'confirm-notice',
    state: 'notification of an action',
    shows: ['NotificationFields'],
    caption: 'Notification of an action in addition to its own messages: recipients, text and channels',
    show: async (driver) => {
      const dialog = await acceptAtExamination(driver);
      await dialog.getByRole('checkbox', { name: /^通知/ }).check();
      await dialog.getByRole('textbox', { name: '消息内容' }).scrollIntoViewIfNeeded();
    },
  },
  {
    ...detail,
    name: 'confirm-end',
    state: 'confirmation of an action that ends the order',
    caption: 'An action that ends the order: in red, with a confirmation',
    show: async (driver) => void (await refuseAtExamination(driver)),
  },
  {
    ...detail,
    name: 'confirm-bound',
    state: 'form and button contradict each other',
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await driver.main.getByRole('radio', { name: '不予受理' }).check();
      await press(driver, '受理', '属于受理范围，予以受理。');
      await driver.page.waitForTimeout(500);
    },
  },
  {
    ...detail,
    name: 'confirm-branch',
    state: 'choice of a branch',
    who: people.leader,
    shows: ['BranchDialog'],
    caption: 'The choice of a branch and its effect',
    show: async (driver) => {
      await openTask(driver, '领导批示');
      const dialog = await press(driver, '批示', '请住建局牵头，信访局配合，限期答复群众。');
      await dialog.getByRole('radio', { name: '多部门会办' }).check();
      await waitForPreview(dialog);
    },
  },
  {
    ...detail,
    name: 'confirm-return',
    state: 'return',
    shows: ['ReturnDialog'],
    caption: 'A return: the target and the tasks that close',
    show: async (driver) => {
      await openTask(driver, '受理审查');
      const dialog = await press(driver, '退回', '请补充物业公司名称和电梯编号。');
      await dialog.getByRole('checkbox').first().check();
      await expect(dialog.getByText('将办结的待办', { exact: true })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'confirm-forward',
    state: 'forward, with the choice of handlers',
    shows: ['ForwardDialog', 'HandlerPicker'],
    show: async (driver) => {
      await openTask(driver, '收件');
      await press(driver, '转交', '请代为办理。');
      await driver.page.getByRole('button', { name: '选择受理审查的处理人' }).click();
      const picker = driver.page.getByRole('dialog', { name: '选择处理人' });
      await picker.getByRole('option').first().click();
    },
  },
  {
    ...detail,
    name: 'confirm-void',
    state: 'void',
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await waitForPreview(await press(driver, '作废', '重复登记。'));
    },
  },
  {
    ...detail,
    name: 'confirm-failed',
    state: 'the preview of an action could not be loaded',
    show: async (driver) => {
      await driver.fail(handling.previewAction);
      await openTask(driver, '受理审查');
      const dialog = await press(driver, '作废', '重复登记。');
      await expect(dialog.getByRole('alert')).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'more',
    state: 'all actions',
    shows: ['ActionSheet'],
    caption: 'All actions: one button and a sheet on a phone',
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await handlerBar(driver.page).getByRole('button', { name: '更多' }).click();
    },
  },
  {
    ...detail,
    name: 'handling-faults',
    state: 'validation problems found by the server',
    shows: ['ProblemListDialog'],
    show: async (driver) => {
      await driver.page.route(
        (url) => url.pathname === handling.handle.path,
        (route) => {
          const problems = [{ field: 'petition-letter.undertakingUnit', message: '承办单位已撤销' }];
          const errmsg = '【表单信息】正确填写所有表单';
          return route.fulfill({ status: 400, json: { errcode: 40014, code: 40014, errmsg, problems } });
        },
      );
      await confirm(await acceptAtExamination(driver), '受理');
      await expect(driver.page.getByRole('dialog', { name: '确认受理失败' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'handling-errors',
    state: 'focus on the first validation problem',
    caption: 'Validation problems before an action: one summary, the first problem in focus',
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await pressInBar(driver.page, '受理');
      await expect(driver.main.getByRole('alert').filter({ hasText: '请检查并完善以下信息' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'reassign',
    state: 'reassignment by the matter administrator',
    who: people.matterAdmin,
    shows: ['OfferDialog'],
    show: async (driver) => {
      await driver.openTask('受理审查', people.receiver);
      await expect(handlerBar(driver.page).getByRole('button', { name: '改派' })).toBeVisible();
      await handlerBar(driver.page).getByRole('button', { name: '改派' }).click();
      await expect(driver.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'documents',
    state: 'documents made by an action',
    caption: 'The documents made by an action, in its confirmation',
    show: async (driver) => {
      await fakeDocuments(driver, ['受理告知书', '材料清单']);
      await acceptAtExamination(driver);
      await documentsIn(driver.page).scrollIntoViewIfNeeded();
    },
  },
  {
    ...detail,
    name: 'documents-not-made',
    state: 'a document that an action needs but cannot make',
    show: async (driver) => {
      await fakeDocuments(driver, ['材料清单'], [{ name: '受理告知书', reason: '文书模板已停用' }]);
      await acceptAtExamination(driver);
      await expect(driver.page.getByText(/受理告知书：文书模板已停用/)).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'overtaken',
    state: 'another person already handled the task',
    shows: ['AlreadyHandledDialog'],
    show: async (driver) => {
      await fakeDocuments(driver, []);
      const dialog = await acceptAtExamination(driver);
      await driver.page.route(
        (url) => url.pathname === handling.handle.path,
        (route) =>
          route.fulfill({ status: 409, json: { errcode: 40910, code: 40910, errmsg: '该环节已被办理' } }),
      );
      await dialog.getByRole('button', { name: '确认受理' }).click();
      await expect(driver.page.getByRole('button', { name: '查看最新进展' }).first()).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'result',
    state: 'result of an action',
    shows: ['ResultDialog', 'DoneDialog'],
    caption: 'The result: withdraw, next order, back to the list',
    changesWorld: true,
    show: async (driver) => {
      await acceptAtExamination(driver);
      await confirmDocuments(driver.page, '受理', '受理告知书');
      await expect(driver.page.getByRole('dialog', { name: /^该环节已“受理”/ })).toBeVisible();
      await expect(driver.page.getByRole('button', { name: '办理下一件' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'withdraw',
    state: 'withdrawal of a completed step',
    changesWorld: true,
    show: async (driver) => {
      const code = await openTask(driver, '收件');
      await handlerBar(driver.page).getByRole('button', { name: '确认收件' }).click();
      await confirmDocuments(driver.page, '确认收件', '收件回执');
      await expect(
        driver.page.getByRole('dialog', { name: `该环节已“确认收件”，办件流水号：${code}` }),
      ).toBeVisible();
      await driver.open(`/affair/detail/${code}?isDone=true`);
      await driver.main.getByRole('list', { name: '办理轨迹' }).getByRole('button', { name: '撤回' }).click();
      await expect(driver.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'moved',
    state: 'the order has advanced in the meantime',
    shows: ['OrderChangedNotice'],
    changesWorld: true,
    show: async (driver) => {
      const code = await openTask(driver, '收件');
      await pressButton(driver.address, people.receiver, code, { button: '确认收件' });
      await expect(driver.main.getByText(/^该办件已有新的进展/)).toBeVisible();
    },
  },
];
