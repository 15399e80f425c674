import { expect, type Page } from '@playwright/test';
import { pressButton } from './calls.ts';
import { confirm, handlerBar, press, readResult } from './handling.ts';
import { type Journey, test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { units } from './organisations.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

test('a person with both branches of a letter handles the opened one, and can switch to the other', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  const code = await startForkedLetter(baseURL ?? '', startLetter);

  const page = await openSignedIn(people.implementer, '/todo?sort=arrivedAt');
  await expect(rowsOf(page, code)).toHaveCount(2);
  await rowsOf(page, code).filter({ hasText: '协办单位承办' }).getByRole('link').click();
  const switchTask = (name: string) =>
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
  await expectNoOverflow(page, 'two-tasks');

  await switchTask('主办单位承办');
  await expect(page.getByRole('textbox', { name: '调查核实情况' })).toBeVisible();
  await expect(opinion).toHaveValue('');
  await page.getByRole('textbox', { name: '调查核实情况' }).fill('现场核实，情况属实。');
  await page.getByRole('textbox', { name: '承办单位意见' }).fill('责令七日内修复。');
  await switchTask('协办单位承办');
  await expect(opinion).toHaveValue('我单位协助执法。');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'two-tasks-phone');
  await page.setViewportSize({ width: 1366, height: 768 });
  await switchTask('主办单位承办');
  await expect(page.getByRole('textbox', { name: '承办单位意见' })).toHaveValue('责令七日内修复。');
  await confirm(await press(page, '办理', '由我单位主办。'), '办理');
  await readResult(page, '办理', code);

  await expect(rowsOf(page, code)).toHaveCount(1);
  await rowsOf(page, code).getByRole('link').click();
  await expect(opinion).toHaveValue('我单位协助执法。');
  await expect(page.getByText(/个待办环节$/)).toBeHidden();

  // With both branches done, the only row in 已办 names the later one; 撤回 also reaches the other.
  await confirm(await press(page, '办理', '我单位协助执法。'), '办理');
  await readResult(page, '办理', code);
  await page.goto('/done');
  await page.getByRole('link', { name: code, exact: true }).click();
  await handlerBar(page).getByRole('button', { name: '撤回' }).click();
  const dialog = page.getByRole('dialog', { name: '撤回' });
  await expect(dialog.getByRole('radio', { name: '协办单位承办' })).toBeChecked();
  await dialog.getByRole('radio', { name: '主办单位承办' }).check();
  await expect(dialog).toContainText('“主办单位承办”环节由您重新办理');
  await expectAccessible(page, 'withdraw-one-of-two');
  await expectNoOverflow(page, 'withdraw-one-of-two');
  await dialog.getByRole('button', { name: '确认撤回' }).click();
  await expect(page.getByRole('heading', { name: '本环节须填写：主办单位承办' })).toBeVisible();
});

test('the matter administrator reassigns one branch of a letter by keyboard alone', async ({
  openSignedIn,
  startLetter,
  baseURL,
}) => {
  const code = await startForkedLetter(baseURL ?? '', startLetter);
  const page = await openSignedIn(people.matterAdmin, `/affair/detail/${code}`);
  await handlerBar(page).getByRole('button', { name: '改派' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `改派 ${code}` });
  const chooseButton = dialog.getByRole('button', { name: '改派人员：选择改派人员' });
  await expect(chooseButton).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoOverflow(page, 'reassign-phone');
  await page.setViewportSize({ width: 1366, height: 768 });
  await dialog.getByRole('radio', { name: '协办单位承办' }).press('Space');
  await dialog.getByRole('button', { name: '确认改派' }).press('Enter');
  await expect(dialog).toContainText('请选择改派人员');
  await expect(dialog).toContainText('请填写改派原因');
  await expectAccessible(page, 'reassign-missing');
  await chooseButton.press('Enter');
  const picker = page.getByRole('dialog', { name: '选择改派人员' });
  await picker.getByRole('combobox', { name: '搜索个人' }).fill('zhaomin');
  await expect(picker.getByRole('option', { name: /^赵敏/ })).toBeVisible();
  await expect(picker.getByRole('status').filter({ hasText: '找到 1 人' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await picker.getByRole('button', { name: '确认选择' }).press('Enter');
  await expect(dialog.getByRole('button', { name: '改派人员：赵敏' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('原经办人外出学习');
  await expectNoOverflow(page, 'reassign');
  await dialog.getByRole('button', { name: '确认改派' }).press('Enter');
  await expect(page.getByText('改派成功')).toBeVisible();
  await expect(page.getByRole('list', { name: '办理轨迹' })).toContainText('已改派给赵敏');

  const reviewer = await openSignedIn(people.reviewer, '/todo?sort=arrivedAt');
  await expect(rowsOf(reviewer, code)).toContainText('协办单位承办');
});

/** Returns a letter with two branches that wait for the housing bureau. */
async function startForkedLetter(address: string, startLetter: Journey['startLetter']): Promise<string> {
  const code = await startLetter(people.clerk, writeLetter('会办的一件'));
  await pressButton(address, people.receiver, code, { button: '确认收件' });
  const accepted = { acceptResult: 'accept', undertakingUnit: units.housing, coUnits: units.housing };
  await pressButton(address, people.receiver, code, { button: '受理', content: accepted });
  await pressButton(address, people.leader, code, { button: '批示', branch: 'fork' });
  return code;
}

function rowsOf(page: Page, code: string) {
  return page.getByRole('table', { name: '待办' }).getByRole('row').filter({ hasText: code });
}
