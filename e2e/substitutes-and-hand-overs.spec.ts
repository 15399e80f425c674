import { expect, type Page } from '@playwright/test';
import { reassign } from './calls.ts';
import {
  choosePerson,
  confirmDocuments,
  handlerBar,
  linkOf,
  openFromList,
  pressWithOpinion,
  readResult,
} from './handling.ts';
import { test } from './journey.ts';
import { today, writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

// An empty rule is refused once.
test.use({ expectedStatuses: [400] });

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const toAbsentPerson = { candidate: 'staff:staff-caohui', reason: '请曹慧收件。' };

test('an absent person names a substitute, who handles a task on a phone; the absent person sees it and ends the rule', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  const code = await startLetter(people.clerk, writeLetter('由代理人收件的一件'));
  await reassign(baseURL ?? '', people.matterAdmin, code, toAbsentPerson);

  const absent = await openSignedIn(people.supervisor, '/substitutes');
  await absent.getByRole('button', { name: '新建委托' }).click();
  const dialog = absent.getByRole('dialog', { name: '新建外出委托' });
  await dialog.getByRole('button', { name: '确认委托' }).click();
  await expect(dialog.getByText('请选择开始日期')).toBeVisible();
  await choosePerson(absent, dialog.getByRole('button', { name: /^代理人：/ }), '朱红');
  await fillDays(absent, today());
  await expectAccessible(absent, 'substitute-new');
  await expectNoOverflow(absent, 'substitute-new');
  await dialog.getByRole('button', { name: '确认委托' }).click();
  await expect(absent.getByText('代理中')).toBeVisible();

  const substitute = await openSignedIn(people.colleague, '/todo', phone);
  const card = substitute.getByRole('main').getByRole('listitem').filter({ hasText: code });
  await expect(card).toContainText('代 曹慧');
  await openFromList(substitute, code);
  await expect(substitute.getByRole('note')).toContainText('您正在代曹慧办理“收件”环节');
  await expectAccessible(substitute, 'substitute-task-phone');
  await expectNoOverflow(substitute, 'substitute-task-phone');
  await pressWithOpinion(substitute, '确认收件', '材料齐全。');
  await confirmDocuments(substitute, '确认收件', '收件回执');
  await readResult(substitute, '确认收件', code);

  await absent.goto('/done');
  await expect(absent.getByRole('row', { name: new RegExp(code) })).toContainText('朱红 代办');
  await linkOf(absent, code).click();
  await expect(absent.getByRole('list', { name: '办理轨迹' })).toContainText('朱红 代 曹慧');

  await absent.goto('/substitutes');
  await absent.getByRole('button', { name: /^结束：朱红/ }).click();
  await absent.getByRole('dialog', { name: '结束代理' }).getByRole('button', { name: '确认结束' }).click();
  await expect(absent.getByText('已结束').first()).toBeVisible();
});

test('the open tasks of a person who leaves are listed beforehand, handed over, and appear at the receiver', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  const codes: string[] = [];
  for (const part of ['一', '二', '三']) {
    const code = await startLetter(people.clerk, writeLetter(`调离时移交的第${part}件`));
    await reassign(baseURL ?? '', people.matterAdmin, code, toAbsentPerson);
    codes.push(code);
  }

  const page = await openSignedIn(people.matterAdmin, '/hand-overs');
  await page.getByRole('button', { name: '新建移交' }).click();
  const dialog = page.getByRole('dialog', { name: '新建移交' });
  await dialog.getByRole('combobox', { name: '移交人' }).fill('曹慧');
  await page.getByTitle(/^曹慧/).last().click();
  const row = dialog.getByRole('row', { name: /^群众来信办理/ });
  await expect(row).toBeVisible();
  expect(Number(await row.getByRole('cell').nth(1).innerText())).toBeGreaterThanOrEqual(codes.length);
  await choosePerson(page, dialog.getByRole('button', { name: /^接收人：/ }), '朱红');
  await dialog.getByRole('textbox', { name: '移交原因' }).fill('曹慧调离。');
  await expectAccessible(page, 'hand-over-new');
  await expectNoOverflow(page, 'hand-over-new');
  await dialog.getByRole('button', { name: /^开始移交 \d+ 件$/ }).click();

  const progress = page.getByRole('dialog', { name: '工作移交：曹慧 → 朱红' });
  await expect(progress.getByText('已全部处理完毕。')).toBeVisible({ timeout: 60_000 });
  for (const code of codes)
    await expect(progress.getByRole('row', { name: new RegExp(code) })).toContainText('已移交');
  await expectAccessible(page, 'hand-over-done');
  await expectNoOverflow(page, 'hand-over-done');

  const receiver = await openSignedIn(people.colleague, '/todo');
  for (const code of codes) await expect(linkOf(receiver, code)).toBeVisible();
  await openFromList(receiver, codes[0] ?? '');
  await expect(handlerBar(receiver).getByRole('button', { name: '确认收件' })).toBeVisible();
  await expect(receiver.getByRole('list', { name: '办理轨迹' })).toContainText('曹慧调离。');
});

/** Fills in the same day as first and as last day. */
async function fillDays(page: Page, day: string): Promise<void> {
  const first = page.locator('#rule-days');
  await first.fill(day);
  await first.press('Enter');
  const last = page.locator('#rule-days-end');
  await last.fill(day);
  await last.press('Enter');
  await expect(last).toHaveValue(day);
}
