import { expect } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { giveCode } from './form-controls.ts';
import { test } from './journey.ts';
import { expectAccessible, expectTidy } from './page-checks.ts';
import { people } from './people.ts';

/** A workbook of halls as somebody fills it in. */
const halls = async (...rows: (string | number)[][]) => ({
  name: '大厅.xlsx',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(
    await writeXlsx({
      sheets: [{ name: '大厅', rows: [['大厅编码', '大厅名称', '所属机构编码'], ...rows] }],
    }),
  ),
});

// What is left empty, and what still hangs together, the server refuses.
test.use({ provokes: [400, 409] });

test('an organisation is added by hand and a hall of it by sheet; what hangs together goes in its order', async ({
  sitDown,
}) => {
  const page = await sitDown(people.systemAdmin, '/business/organisations');
  const main = page.getByRole('main');
  await expect(page.getByRole('tree', { name: '机构树' })).toBeVisible();
  await expectTidy(page, 'organisations');
  await expectAccessible(page, 'organisations');
  await page.getByRole('button', { name: '新建机构' }).click();
  const dialog = page.getByRole('dialog', { name: '新建机构' });
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('请输入名称')).toBeVisible();
  await dialog.getByLabel('名称').fill('威坪镇便民服务中心');
  await giveCode(dialog, 'journey-town');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(main.getByRole('heading', { name: '威坪镇便民服务中心', level: 2 })).toBeVisible();

  await page.getByRole('link', { name: '大厅与窗口' }).click();
  await page.getByRole('button', { name: '导入大厅' }).click();
  const sheet = page.getByRole('dialog', { name: '导入大厅' });
  const chooser = sheet.getByTestId('sheet-chooser');
  await chooser.setInputFiles(
    await halls(['journey-hall', '镇大厅', 'journey-town'], ['journey-two', '另一个', 'nowhere']),
  );
  await expect(sheet.getByRole('rowheader', { name: '第 3 行' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: '确认导入' })).toBeDisabled();
  await expectAccessible(page, 'sheet-import');
  await chooser.setInputFiles(await halls(['journey-hall', '镇大厅', 'journey-town']));
  await sheet.getByRole('button', { name: '确认导入（新增 1 条）' }).click();
  await expect(main.getByRole('row', { name: /镇大厅/ })).toContainText('威坪镇便民服务中心');

  // The hall keeps its organisation from going; then both go, since nothing ever named them.
  await page.getByRole('link', { name: '机构', exact: true }).click();
  await main.getByRole('button', { name: '删除', exact: true }).click();
  await page.getByRole('button', { name: '确认删除机构' }).click();
  await expect(page.getByText('“威坪镇便民服务中心”不能删除：仍有 1 个大厅；可以停用')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await page.getByRole('link', { name: '大厅与窗口' }).click();
  await main.getByRole('button', { name: '删除 镇大厅' }).click();
  await page.getByRole('button', { name: '确认删除大厅' }).click();
  await expect(main.getByRole('row', { name: /镇大厅/ })).toBeHidden();
  await page.getByRole('link', { name: '机构', exact: true }).click();
  await main.getByRole('button', { name: '删除', exact: true }).click();
  await page.getByRole('button', { name: '确认删除机构' }).click();
  await expect(page.getByText('已删除机构“威坪镇便民服务中心”')).toBeVisible();
});
