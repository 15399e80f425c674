import { expect, type Page } from '@playwright/test';
import { chooseOption } from './form-controls.ts';
import { test } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const form = '/business/forms/petition-letter';

/** Shows the settings of a field of the form. */
async function chooseField(page: Page, title: string): Promise<void> {
  const list = page.getByRole('region', { name: '字段', exact: true });
  await list.getByRole('button', { name: new RegExp(`^${title}`) }).click();
  await expect(page.getByRole('textbox', { name: '名称', exact: true })).toHaveValue(title);
}

test('an author writes a rule of linkage by keyboard, and tries it in the preview (S2 §5)', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.configAdmin, form);
  await chooseField(page, '来信标题');
  await page.getByRole('textbox', { name: '名称', exact: true }).focus();
  await tabTo(page, '添加联动');
  await page.keyboard.press('Enter');
  const rule = page.getByRole('listitem', { name: '联动 1' });
  await expect(rule.getByText('条件尚未选择字段')).toBeVisible();
  await rule.getByRole('button', { name: '收起 联动 1' }).focus();
  await tabTo(page, '条件的字段');
  await page.keyboard.type('channel');
  await page.keyboard.press('Enter');
  await tabTo(page, '值');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(rule.getByText('当“信访形式”等于“来访”时：显示')).toBeVisible();
  await expectAccessible(page, 'linkage-editor');

  const preview = page.locator('[data-path="letterTitle"]');
  await expect(preview).toHaveCount(0);
  await page.locator('[data-path="channel"]').last().scrollIntoViewIfNeeded();
  await chooseOption(page, '信访形式', '来访');
  await expect(preview).toBeVisible();

  await chooseField(page, '信访形式');
  const uses = page.getByRole('list', { name: '引用本字段的联动' });
  await expect(uses.getByRole('listitem')).toHaveCount(2);
  await uses.getByRole('button', { name: '“来信标题”的联动 1' }).click();
  await expect(page.getByRole('textbox', { name: '名称', exact: true })).toHaveValue('来信标题');
});

test('the editor of linkage fits a phone, and a window with enlarged text', async ({ openSignedIn }) => {
  const viewport = { width: 390, height: 844 };
  const page = await openSignedIn(people.configAdmin, form, { viewport, hasTouch: true });
  await chooseField(page, '紧急事由');
  await page.getByRole('button', { name: '编辑 联动 1' }).click();
  await page.getByRole('button', { name: '添加一组条件' }).first().click();
  await page.getByRole('checkbox', { name: '填入' }).check();
  await expect(page.getByRole('textbox', { name: '填入的值' })).toBeVisible();
  // A section of the preview has its own height once it was in sight.
  const reasons = page.getByText('为什么显示、必填或隐藏');
  await expect(async () => {
    await reasons.evaluate((part) => part.scrollIntoView());
    await expect(reasons).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expectAccessible(page, 'linkage-editor-phone');
  await expectNoOverflow(page, 'linkage-editor-phone');
  // 1366 px at 125 %.
  await page.setViewportSize({ width: 1093, height: 500 });
  await expectNoOverflow(page, 'linkage-editor-125');
});
