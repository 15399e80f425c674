import { expect } from '@playwright/test';
import {
  confirm,
  confirmDocuments,
  handlerBar,
  openFromList,
  pressInBar,
  pressWithOpinion,
  readResult,
  statusOf,
} from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { people } from './people.ts';

test('the initiator recalls an order, corrects it and resubmits it', async ({
  openSignedIn,
  startLetter,
}) => {
  const letter = writeLetter('撤回后改正');
  const code = await startLetter(people.clerk, letter);
  const receiver = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
  await expect(receiver.getByRole('link', { name: code, exact: true })).toBeVisible();
  const clerk = await openSignedIn(people.clerk, '/my-initiated');
  await openFromList(clerk, code);
  await pressInBar(clerk, '撤回办件');
  const dialog = clerk.getByRole('dialog', { name: '撤回办件' });
  await expect(dialog).toContainText(`确认撤回办件 ${code} 吗？`);
  await dialog.getByRole('button', { name: '确认撤回办件' }).click();
  // The row disappears from the receiver's open list.
  await expect(receiver.getByRole('link', { name: code, exact: true })).toBeHidden();

  await clerk.goto(`/affair/detail/${code}?isInitiated=1`);
  await clerk.getByRole('tab', { name: '群众来信登记表' }).click();
  await clerk.getByRole('textbox', { name: '来信标题' }).fill(`${letter.title}改`);
  await expect(handlerBar(clerk).getByRole('button')).toHaveText(['常用意见', '暂存', '提交']);
  await handlerBar(clerk).getByRole('button', { name: '提交', exact: true }).click();
  await confirm(clerk.getByRole('dialog'), '提交');
  const done = clerk.getByRole('dialog', { name: `该环节已“提交”，办件流水号：${code}` });
  await expect(done).toBeVisible();
  await expect(receiver.getByRole('link', { name: code, exact: true })).toBeVisible();
  await expect(receiver.getByRole('row', { name: code })).toContainText(`${letter.title}改`.slice(0, 8));
});

test('the last handler withdraws while the next node is not handled yet', async ({
  openSignedIn,
  startLetter,
}) => {
  const code = await startLetter(people.clerk, writeLetter('经办人撤回'));
  const page = await openSignedIn(people.otherClerk, '/todo?sort=arrivedAt');
  await openFromList(page, code);
  await pressWithOpinion(page, '确认收件', '已收件。');
  await confirmDocuments(page, '确认收件', '收件回执');
  await readResult(page, '确认收件', code, '受理审查');

  await page.getByRole('link', { name: '已办事项' }).click();
  await expect(page.getByRole('heading', { name: '已办', level: 1 })).toBeVisible();
  await openFromList(page, code);
  await expect(statusOf(page)).toHaveText('待受理');
  await page.getByRole('button', { name: '撤回' }).click();
  const dialog = page.getByRole('dialog', { name: '撤回' });
  await dialog.getByRole('textbox', { name: '撤回原因' }).fill('来信漏登一页，补登后再转。');
  await dialog.getByRole('button', { name: '确认撤回' }).click();
  await expect(statusOf(page)).toHaveText('待收件');
  await expect(page.getByRole('list', { name: '办理轨迹' })).toContainText('来信漏登一页，补登后再转。');
});
