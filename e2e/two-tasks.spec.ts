import { expect, type Page } from '@playwright/test';
import { pressButton } from './calls.ts';
import { confirm, handlerBar, press, readResult } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { people } from './people.ts';
import { expectTidy } from './tidy.ts';

test('who has both branches of a letter works on the one that was opened, and turns to the other', async ({
  sitDown,
  startLetter,
  baseURL,
}) => {
  const address = baseURL ?? '';
  const code = await startLetter(people.clerk, writeLetter('会办的一件'));
  await pressButton(address, people.receiver, code, { button: '确认收件' });
  const accepted = { acceptResult: 'accept', undertakingUnit: '县住建局', coUnits: '县综合执法局' };
  await pressButton(address, people.receiver, code, { button: '受理', content: accepted });
  await pressButton(address, people.leader, code, { button: '批示', branch: 'fork' });

  const page = await sitDown(people.undertaker, '/todo');
  await expect(rowsOf(page, code)).toHaveCount(2);
  await rowsOf(page, code).filter({ hasText: '协办单位承办' }).getByRole('link').click();
  const turn = (name: string) =>
    page
      .getByRole('radiogroup', { name: /个待办环节$/ })
      .getByText(name, { exact: true })
      .click();
  const opinion = handlerBar(page).getByRole('textbox', { name: '处理意见' });
  await expect(page.getByText('您在本办件有 2 个待办环节')).toBeVisible();
  await expect(page.getByRole('radio', { name: '协办单位承办' })).toBeChecked();
  await expect(handlerBar(page).getByRole('button', { name: '终止' })).toBeHidden();
  await expect(page.getByRole('textbox', { name: '调查核实情况' })).toBeHidden();
  await opinion.fill('我单位协助执法。');
  await expectTidy(page, 'two-tasks');

  await turn('主办单位承办');
  await expect(page.getByRole('textbox', { name: '调查核实情况' })).toBeVisible();
  await expect(opinion).toHaveValue('');
  await page.getByRole('textbox', { name: '调查核实情况' }).fill('现场核实，情况属实。');
  await page.getByRole('textbox', { name: '承办单位意见' }).fill('责令七日内修复。');
  await turn('协办单位承办');
  await expect(opinion).toHaveValue('我单位协助执法。');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectTidy(page, 'two-tasks-phone');
  await page.setViewportSize({ width: 1366, height: 768 });
  await turn('主办单位承办');
  await expect(page.getByRole('textbox', { name: '承办单位意见' })).toHaveValue('责令七日内修复。');
  await confirm(await press(page, '办理', '由我单位主办。'), '办理');
  await readResult(page, '办理', code);

  await expect(rowsOf(page, code)).toHaveCount(1);
  await rowsOf(page, code).getByRole('link').click();
  await expect(opinion).toHaveValue('我单位协助执法。');
  await expect(page.getByText(/个待办环节$/)).toBeHidden();
});

function rowsOf(page: Page, code: string) {
  return page.getByRole('table', { name: '待办' }).getByRole('row').filter({ hasText: code });
}
