import { expect } from '@playwright/test';
import { endSession } from './calls.ts';
import { test } from './journey.ts';
import { fillApplicant, fillLetter, writeLetter } from './letter.ts';
import { captcha, password, people } from './people.ts';

test.use({ expectedStatuses: [401] });

test('a session that ends while a form is filled in is renewed in place, and no input is lost', async ({
  openSignedIn,
  baseURL,
}) => {
  const letter = writeLetter('登录中断后继续登记');
  const page = await openSignedIn(people.otherClerk, '/initiation/petition-letter');
  await fillApplicant(page, letter);
  await fillLetter(page, letter);
  const token = await page.evaluate(() => localStorage.getItem('banjian.accessToken'));
  await endSession(baseURL ?? '', token ?? '');

  await page.getByRole('button', { name: '提交' }).click();
  const dialog = page.getByRole('dialog', { name: '登录已失效，请重新登录' });
  await expect(dialog.getByRole('textbox', { name: '账号' })).toHaveValue('李娜（lina）');
  await dialog.getByLabel('密码', { exact: true }).fill(password);
  await dialog.getByRole('textbox', { name: '验证码' }).fill(captcha);
  await dialog.getByRole('button', { name: '重新登录' }).click();

  // The call that was refused without a session is repeated: the letter is started without another click.
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^办件已提交，办件流水号：\d{10,}$/)).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: '查看办件' }).click();
  await page.getByRole('tab', { name: '群众来信登记表' }).click();
  await expect(page.getByRole('tabpanel')).toContainText(letter.title);
  await expect(page.getByRole('tabpanel')).toContainText(letter.demand);
});
