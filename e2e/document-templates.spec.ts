import { expect, type Page } from '@playwright/test';
import { documentTemplates } from '#contract/document-templates.ts';
import { typeCode } from './form-controls.ts';
import { confirm, documentsIn, openFromList, pressWithOpinion } from './handling.ts';
import { test } from './journey.ts';
import { writeLetter } from './letter.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

const name = '模板旅程回执';

async function chooseIn(page: Page, label: string, option: string): Promise<void> {
  const select = page.getByRole('combobox', { name: label }).last();
  await select.click();
  // Long lists have a search field, short ones have none.
  await page.keyboard.insertText(option);
  await page.locator('.ant-select-item-option', { hasText: option }).last().click();
}

test('an administrator creates a document template, binds it to a button and publishes it; the handler gets the document', async ({
  openSignedIn,
  startLetter,
}) => {
  const admin = await openSignedIn(people.configAdmin, '/business/document-templates');
  await expectNoOverflow(admin, 'document-templates');
  await expectAccessible(admin, 'document-templates');

  await test.step('a draft is created from the starting template of a letter', async () => {
    await admin.getByRole('button', { name: '新建文书模板' }).click();
    const dialog = admin.getByRole('dialog', { name: '新建文书模板' });
    await chooseIn(admin, '事项', '群众来信办理');
    await dialog.getByRole('textbox', { name: '名称' }).fill(name);
    await typeCode(dialog, 'journey-template');
    await dialog.getByRole('button', { name: '建立草稿' }).click();
    await expect(admin.getByRole('heading', { name, level: 1 })).toBeVisible();
  });

  await test.step('the preview is drawn with sample facts', async () => {
    await expect(admin.getByRole('document', { name: '文书预览' }).locator('canvas').first()).toBeVisible();
    await expectNoOverflow(admin, 'document-template');
    await expectAccessible(admin, 'document-template');
  });

  await test.step('a placeholder is inserted at the cursor, and an unknown placeholder is reported at its paragraph', async () => {
    const paragraph = admin.getByRole('textbox', { name: '段落文字' }).nth(1);
    await paragraph.fill('由');
    await admin.getByText('可填内容', { exact: true }).click();
    await admin.getByRole('button', { name: '承办单位', exact: true }).click();
    await expect(paragraph).toHaveValue('由{{群众来信登记表.承办单位}}');
    await admin.keyboard.press('Control+z');
    await expect(paragraph).toHaveValue('由');
    await paragraph.fill('由{{没有此项}}收存。');
    await paragraph.blur();
    const problem = admin.getByRole('button', { name: '正文第 2 段：没有占位符“没有此项”' });
    await problem.click();
    await expect(paragraph).toBeFocused();
    await paragraph.fill('来信由{{经办.姓名}}收存。');
    await expect(problem).toBeHidden();
  });

  await test.step('the template is bound to a button, with a condition for the letters of this test', async () => {
    await admin.getByRole('button', { name: '添加按钮' }).click();
    await chooseIn(admin, '按钮 1', '收件 · 确认收件');
    await admin.getByRole('button', { name: '设置条件：生成条件' }).click();
    await admin.getByRole('button', { name: '添加条件' }).click();
    await chooseIn(admin, '事实', '办件.标题');
    await chooseIn(admin, '比较', '包含');
    await admin.getByRole('textbox', { name: '值' }).fill('模板旅程');
    await admin.keyboard.press('Control+s');
    await expect(admin.getByText('草稿已保存')).toBeVisible();
  });

  await test.step('the template is published', async () => {
    await admin.getByRole('button', { name: /^发\s*布$/ }).click();
    const dialog = admin.getByRole('dialog', { name: new RegExp(`^发布 ${name}`) });
    await expect(dialog).toContainText('首次发布');
    await dialog.getByRole('button', { name: '确认发布' }).click();
    await expect(admin.getByText('文书模板已发布')).toBeVisible();
  });

  try {
    const code = await startLetter(people.clerk, writeLetter('模板旅程'));
    const receiver = await openSignedIn(people.receiver, '/todo?sort=arrivedAt');
    await openFromList(receiver, code);
    await pressWithOpinion(receiver, '确认收件', '');
    await expect(documentsIn(receiver)).toContainText(name);
    await confirm(receiver.getByRole('dialog'), '确认收件');
    const result = receiver.getByRole('dialog', { name: `该环节已“确认收件”，办件流水号：${code}` });
    await expect(result.getByRole('button', { name: `查看${name}` })).toBeVisible();
  } finally {
    await test.step('the template is disabled, so that no later test gets it', async () => {
      await admin.getByRole('button', { name: /^停\s*用$/ }).click();
      const disableResponse = admin.waitForResponse((answer) =>
        answer.url().endsWith(documentTemplates.disable.path),
      );
      await admin.getByRole('button', { name: '确认停用' }).click();
      expect((await disableResponse).ok()).toBe(true);
      await expect(admin.getByText('已停用', { exact: true })).toBeVisible();
      await expect(admin.getByRole('heading', { name, level: 1 })).toBeVisible();
    });
  }
});
