import { expect, type Page } from '@playwright/test';
import { chooseUnit } from './form-controls.ts';
import { confirm, confirmDocuments, press, pressWithOpinion, readResult, statusOf } from './handling.ts';
import { fillApplicant, fillLetter, type Letter } from './letter.ts';

/** The first steps of the main journey, as the clerk, the receiver and the leader do them in any window. */

/** Fills in and starts a letter on the screen of the catalogue, opens the new order, and returns its code. */
export async function startLetterInBrowser(page: Page, letter: Letter): Promise<string> {
  const items = page.getByRole('region', { name: '全部事项' });
  await items.getByRole('button', { name: '发起群众来信办理' }).click();
  const checked = page.waitForResponse((answer) => answer.url().includes('/initiateProcess/check'));
  await fillApplicant(page, letter);
  expect((await (await checked).json()).data.flag).toBe(true);
  await fillLetter(page, letter);
  await page.getByRole('button', { name: '提交' }).click();
  const confirmation = page.getByText(/^办件已提交，办件流水号：\d{10,}$/);
  await expect(confirmation).toBeVisible();
  const code = (await confirmation.innerText()).replace(/\D/g, '');
  await page.getByRole('main').getByRole('button', { name: '查看办件' }).click();
  await expect(page.getByRole('heading', { name: letter.title })).toBeVisible();
  await expect(statusOf(page)).toHaveText('待收件');
  return code;
}

/** Presses 收件 on the detail page and returns to the list. */
export async function receive(page: Page, code: string): Promise<void> {
  await pressWithOpinion(page, '确认收件', '');
  await confirmDocuments(page, '确认收件', '收件回执');
  await readResult(page, '确认收件', code, '受理审查');
}

/** Presses 受理, after filling in the fields of its node. */
export async function accept(page: Page, code: string): Promise<void> {
  await page.getByRole('radio', { name: '予以受理' }).check();
  await chooseUnit(page, '承办单位', '淳安县住房和城乡建设局');
  await press(page, '受理', '属于受理范围，予以受理。');
  await confirmDocuments(page, '受理', '受理告知书');
  await readResult(page, '受理', code, '领导批示');
}

/** Presses 批示 and confirms the branch that is preselected by the only unit in the form. */
export async function instruct(page: Page, code: string): Promise<void> {
  const dialog = await press(page, '批示', '请住建局单独承办，限期办结。');
  await expect(dialog.getByRole('radio', { name: /^单办/ })).toBeChecked();
  await confirm(dialog, '批示');
  await readResult(page, '批示', code, '单办承办');
}
