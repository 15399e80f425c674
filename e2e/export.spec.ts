import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

test('a list is exported in the background, and the file contains the rows of the screen', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.receiver, '/done');
  const main = page.getByRole('main');
  const table = main.getByRole('table', { name: '已办' });
  await expect(table.getByRole('link').first()).toBeVisible();
  const first = await table.getByRole('link').first().innerText();
  await main.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导出已办' });
  const range = dialog.getByRole('radio', { name: /符合条件的全部数据/ });
  await expect(range).toBeChecked();
  const rows = Number(/(\d+) 条/.exec(await dialog.getByText(/符合条件的全部数据/).innerText())?.[1]);
  await expectAccessible(page, 'the dialog of an export');
  await expectNoOverflow(page, 'export-dialog');
  await dialog.getByRole('button', { name: '导出', exact: true }).click();

  const downloadEvent = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^下载 已办事项-/ }).click();
  const file = await downloadEvent;
  expect(file.suggestedFilename()).toMatch(/^已办事项-\d{8}-\d{4}\.xlsx$/);
  const { sheets } = await readXlsx(await readFile(await file.path()));
  const lines = sheets[0]?.rows ?? [];
  expect(lines).toHaveLength(rows + 2);
  expect(lines[0]?.[0]).toBe('流水号');
  expect(lines[1]?.[0]).toBe(first);
  expect(String(lines.at(-1)?.[0])).toMatch(new RegExp(`^共 ${rows} 条；导出人：刘洋`));
  await dialog.getByRole('button', { name: '关闭', exact: true }).last().click();

  // The bell shows it too, and links to all exports.
  await page.getByRole('button', { name: /^消息/ }).click();
  await expect(page.getByText('导出完成：已办事项').first()).toBeVisible();
  await page.getByRole('link', { name: '我的导出' }).click();
  await expect(page.getByRole('heading', { name: '我的导出', level: 1 })).toBeVisible();
  await expect(page.getByRole('button', { name: `下载 ${file.suggestedFilename()}` })).toBeVisible();
  await expectAccessible(page, 'my exports');
  await expectNoOverflow(page, 'my-exports');
});

test('an export of selected rows as csv contains only these rows, in the order of the list', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.receiver, '/todo');
  const main = page.getByRole('main');
  await main.getByLabel('选择第 2 行').check();
  await main.getByLabel('选择第 1 行').check();
  const codes = await main.getByRole('table', { name: '待办' }).getByRole('link').allInnerTexts();
  await main.getByRole('button', { name: '导出', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '导出待办' });
  await expect(dialog.getByRole('radio', { name: '勾选的数据，2 条' })).toBeChecked();
  await dialog.getByRole('radio', { name: /csv/ }).check();
  await dialog.getByRole('button', { name: '导出', exact: true }).click();
  const downloadEvent = page.waitForEvent('download');
  await dialog.getByRole('button', { name: /^下载 待办事项-.*csv$/ }).click();
  const text = await readFile(await (await downloadEvent).path(), 'utf8');
  const lines = text.split('\r\n');
  expect(lines.slice(1, 3).map((line) => line.split(',')[0])).toEqual(codes.slice(0, 2));
  expect(lines[3]).toContain('导出条件：勾选 2 条');
});
