import { expect } from '@playwright/test';
import { fillDate } from './form-controls.ts';
import {
  confirm,
  confirmDocuments,
  handle,
  openFromList,
  press,
  pressInBar,
  readResult,
  statusOf,
} from './handling.ts';
import { test } from './journey.ts';
import { today, writeLetter } from './letter.ts';
import { accept, instruct, receive, startLetterInBrowser } from './letter-steps.ts';
import { people, signIn } from './people.ts';

test('five people handle a letter from registration to archiving, with one return', async ({
  openBrowser,
  openSignedIn,
}) => {
  const letter = writeLetter('小区电梯停运无人维修');
  // The receiver opens the list before the order exists.
  const receiver = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  await expect(receiver.getByRole('table', { name: '待办' })).toBeVisible();

  const clerk = await (await openBrowser()).newPage();
  let code = '';
  await test.step('the clerk signs in and starts the letter', async () => {
    await signIn(clerk, people.clerk);
    await clerk.getByRole('link', { name: '新建办件' }).click();
    code = await startLetterInBrowser(clerk, letter);
  });

  await test.step('the receiver sees the letter without a reload, receives it, and accepts it', async () => {
    await expect(receiver.getByRole('link', { name: code, exact: true })).toBeVisible();
    await openFromList(receiver, code);
    await receive(receiver, code);
    await expect(statusOf(clerk)).toHaveText('待受理');

    // The row of the finished step stays until the list has reloaded.
    await expect(receiver.getByRole('row').filter({ hasText: code })).toContainText('受理审查');
    await openFromList(receiver, code);
    await accept(receiver, code);
  });

  const leader = await openSignedIn(people.leader, '/todo?sort=arrivedAt');
  await test.step('the leader instructs and chooses the branch', async () => {
    await openFromList(leader, code);
    await instruct(leader, code);
    await expect(statusOf(clerk)).toHaveText('待承办');
  });

  const implementer = await openSignedIn(people.implementer, '/todo?sort=arrivedAt');
  await test.step('the implementer fills in the fields of this node', async () => {
    await openFromList(implementer, code);
    await pressInBar(implementer, '办理');
    const problems = implementer.getByRole('alert').filter({ hasText: '请检查并完善以下信息' });
    await expect(problems).toContainText('【表单信息】正确填写所有表单');
    await expect(problems.getByRole('link', { name: /调查核实情况/ })).toBeVisible();
    await expect(implementer.getByRole('textbox', { name: '调查核实情况' })).toBeFocused();
    await expect(implementer.getByRole('dialog')).toBeHidden();
    await implementer.getByRole('textbox', { name: '调查核实情况' }).fill('现场核实，电梯主板损坏。');
    await implementer.getByRole('textbox', { name: '承办单位意见' }).fill('责令物业公司七日内修复。');
    await confirm(await press(implementer, '办理', '已核实，责令整改。'), '办理');
    await readResult(implementer, '办理', code, '答复意见审核');
  });

  const reviewer = await openSignedIn(people.reviewer, '/todo?sort=arrivedAt');
  await test.step('the reviewer returns the letter once, after seeing which task the return closes', async () => {
    await openFromList(reviewer, code);
    // A return stores what was typed, and refuses only wrong values (S1 §5).
    await reviewer.getByRole('textbox', { name: '答复意见' }).fill('待补充维修资金来源后答复。');
    await fillDate(reviewer, '答复日期', today());
    const dialog = await press(reviewer, '退回', '请补充维修资金的来源。');
    await dialog.getByRole('checkbox', { name: /^单办承办/ }).check();
    await expect(dialog.getByRole('listitem').filter({ hasText: '单办承办' })).toBeVisible();
    await expect(dialog.getByText(/^“答复意见审核”的待办：/)).toBeVisible();
    await confirm(dialog, '退回');
    await readResult(reviewer, '退回', code);
    await expect(statusOf(clerk)).toHaveText('退回待处理');

    // The implementer's list has been open all the time.
    await openFromList(implementer, code);
    await implementer
      .getByRole('textbox', { name: '调查核实情况' })
      .fill('现场核实，电梯主板损坏，由专项维修资金支付。');
    await confirm(await press(implementer, '办理', '已补充资金来源。'), '办理');
    await readResult(implementer, '办理', code, '答复意见审核');
  });

  await test.step('the letter is reviewed, signed and archived', async () => {
    await openFromList(reviewer, code);
    await reviewer.getByRole('textbox', { name: '答复意见' }).fill('电梯已列入维修计划，七日内恢复运行。');
    await fillDate(reviewer, '答复日期', today());
    await confirm(await press(reviewer, '审核通过', '同意答复。'), '审核通过');
    await readResult(reviewer, '审核通过', code, '签发');
    await handle(leader, code, '签发', '同意签发。', { next: '办结归档', documents: ['处理意见书'] });

    await openFromList(receiver, code);
    await fillDate(receiver, '办结日期', today());
    await press(receiver, '办结归档', '');
    await confirmDocuments(receiver, '办结归档', '办件单');
    await readResult(receiver, '办结归档', code, undefined);
  });

  await test.step('the clerk, without any reload, sees the letter concluded', async () => {
    await expect(statusOf(clerk)).toHaveText('正常办结');
    const rows = clerk.getByRole('list', { name: '办理轨迹' }).getByRole('listitem');
    await expect(rows.locator('strong')).toHaveText([
      '办结归档',
      '签发',
      '答复意见审核',
      '单办承办',
      '答复意见审核',
      '单办承办',
      '领导批示',
      '受理审查',
      '收件',
      '来信登记',
    ]);
    await expect(clerk.getByRole('list', { name: '办理进度' })).toContainText('单办承办');
    await clerk.getByRole('button', { name: '查看完整流程图' }).click();
    const nodes = clerk.getByRole('table', { name: '环节明细' }).getByRole('row');
    await expect(nodes.filter({ hasText: /^单办承办/ })).toContainText('已办理');
    await expect(nodes.filter({ hasText: /^主办单位承办/ })).toContainText('未到达');
    await expect(nodes.filter({ hasText: '办理中' })).toHaveCount(0);
  });
});
