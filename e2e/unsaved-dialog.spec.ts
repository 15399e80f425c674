import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

test('Escape asks before unsaved input is lost, and a second Escape closes the question', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.clerk, '/schedule');
  const add = page.getByRole('button', { name: '新建日程' });
  const dialog = page.getByRole('dialog', { name: '新建日程' });
  const question = page.getByRole('dialog', { name: '有未保存的内容' });
  await add.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await add.click();
  const name = dialog.getByRole('textbox', { name: '日程名称' });
  await name.fill('上门核实来信');
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await expect(question.getByRole('button', { name: '继续填写' })).toBeFocused();
  await expectAccessible(page, 'unsaved-dialog');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(name).toHaveValue('上门核实来信');
  await dialog.getByRole('button', { name: /取\s?消/ }).click();
  await question.getByRole('button', { name: '不保存，关闭' }).click();
  await expect(question).toBeHidden();
  await expect(dialog).toBeHidden();
});
