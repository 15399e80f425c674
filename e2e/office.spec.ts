import { expect, type Page } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { typeCode } from './form-controls.ts';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

/** Returns a workbook of halls as an administrator fills it in. */
const hallWorkbook = async (...rows: (string | number)[][]) => ({
  name: '大厅.xlsx',
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(
    await writeXlsx({
      sheets: [{ name: '大厅', rows: [['大厅编码', '大厅名称', '所属机构编码'], ...rows] }],
    }),
  ),
});

/** Asks for the deletion of the selected organisation, by keyboard. */
async function removeOrganisation(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: '更多', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
}

// The server refuses an empty required field.
test.use({ expectedStatuses: [400] });

test('an organisation is added by form and its hall by spreadsheet, and a referenced organisation is deleted last', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.systemAdmin, '/business/organisations');
  const main = page.getByRole('main');
  await expect(page.getByRole('tree', { name: '机构树' })).toBeVisible();
  await expectNoOverflow(page, 'organisations');
  await expectAccessible(page, 'organisations');
  await page.getByRole('button', { name: '新建机构' }).click();
  const dialog = page.getByRole('dialog', { name: '新建机构' });
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByText('请输入名称')).toBeVisible();
  await dialog.getByLabel('名称').fill('威坪镇便民服务中心');
  await typeCode(dialog, 'journey-town');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(main.getByRole('heading', { name: '威坪镇便民服务中心', level: 2 })).toBeVisible();

  await page.getByRole('link', { name: '大厅与窗口' }).click();
  await page.getByRole('button', { name: '更多大厅操作' }).click();
  await page.getByRole('menuitem', { name: '导入大厅' }).click();
  const importDialog = page.getByRole('dialog', { name: '导入大厅' });
  const chooser = importDialog.getByTestId('sheet-chooser');
  await chooser.setInputFiles(
    await hallWorkbook(['journey-hall', '镇大厅', 'journey-town'], ['journey-two', '另一个', 'nowhere']),
  );
  await expect(importDialog.getByRole('rowheader', { name: '第 3 行' })).toBeVisible();
  await expect(importDialog.getByRole('button', { name: '确认导入' })).toBeDisabled();
  await expectAccessible(page, 'sheet-import');
  await chooser.setInputFiles(await hallWorkbook(['journey-hall', '镇大厅', 'journey-town']));
  await importDialog.getByRole('button', { name: '确认导入（新增 1 条）' }).click();
  await main.getByRole('button', { name: /^镇大厅/ }).click();
  await expect(main.getByRole('heading', { name: '镇大厅', level: 2 })).toBeVisible();
  await expect(main.getByText('威坪镇便民服务中心', { exact: true }).filter({ visible: true })).toHaveCount(
    1,
  );
  await expectNoOverflow(page, 'windows');
  await expectAccessible(page, 'windows');

  // The hall blocks the deletion of its organisation; then both can be deleted, since nothing refers to them.
  await page.getByRole('link', { name: '机构', exact: true }).click();
  await removeOrganisation(page);
  const refusalDialog = page.getByRole('dialog', { name: '不能删除机构 威坪镇便民服务中心' });
  await expect(refusalDialog.getByText('仍在使用：1 个大厅。')).toBeVisible();
  await refusalDialog.getByRole('button', { name: '关闭', exact: true }).last().click();
  await page.getByRole('link', { name: '大厅与窗口' }).click();
  await main.getByRole('button', { name: '删除 镇大厅' }).click();
  await page.getByRole('button', { name: '确认删除大厅' }).click();
  await expect(main.getByRole('button', { name: /^镇大厅/ })).toBeHidden();
  await page.getByRole('link', { name: '机构', exact: true }).click();
  await removeOrganisation(page);
  await page.getByRole('button', { name: '确认删除机构' }).click();
  await expect(page.getByText('已删除机构“威坪镇便民服务中心”')).toBeVisible();
});

/** Returns the number of list rows that are fully visible, or would be after scrolling to the end. */
function countVisibleRows(page: Page): Promise<number> {
  return page
    .getByRole('main')
    .getByRole('table')
    .last()
    .evaluate((table) => {
      table.closest('section')?.scrollIntoView({ block: 'end' });
      const heights = [...table.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
      return heights.filter(({ top, bottom }) => top >= 88 && bottom <= innerHeight + 1).length;
    });
}

/** Lists of an administrator, with their headings. */
const lists = {
  configAdmin: {
    '/business/document-series': '文号',
    '/business/document-templates': '文书模板',
    '/business/message-templates': '消息模板',
  },
  systemAdmin: { '/business/organisations': '机构', '/business/posts': '岗位与用户组' },
  auditAdmin: { '/business/audit': '审计记录' },
} as const;

for (const role of Object.keys(lists) as (keyof typeof lists)[]) {
  const headings = Object.entries(lists[role]);
  const names = headings.map(([, heading]) => heading).join('、');
  test(`${names} have room for five rows of one line each in a low window`, async ({ openSignedIn }) => {
    const viewport = { width: 1093, height: 500 };
    const page = await openSignedIn(people[role], headings[0]?.[0] ?? '', { viewport });
    for (const [path, heading] of headings) {
      if (!page.url().endsWith(path)) await page.goto(path);
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
      const rows = page.getByRole('main').getByRole('table').last().locator('tbody tr');
      await expect(rows.nth(4)).toBeVisible();
      await expectNoOverflow(page, `${path.slice(10)}-1093`);
      const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
      expect(Math.max(...heights), path).toBeLessThan(48);
      expect(await countVisibleRows(page), path).toBeGreaterThanOrEqual(5);
    }
  });
}

test('the documents of a series open beside the list by keyboard, and Escape restores the focus', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.configAdmin, '/business/document-series');
  const seriesButton = page.getByRole('main').getByRole('button', { name: /类文书使用 淳信访受$/ });
  await seriesButton.focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: /^淳信访受〔/ });
  await expect(drawer.getByText('受理告知书')).toBeVisible();
  await expectAccessible(page, 'document-series-detail');
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(seriesButton).toBeFocused();
});

test('an item is edited by keyboard: the index leads to a section, and a new row is focused at once', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.configAdmin, '/business/items/petition-letter');
  const index = page.getByRole('navigation', { name: '事项目录' });
  await index.getByRole('link', { name: '扩展信息' }).focus();
  await page.keyboard.press('Enter');
  await expectNoOverflow(page, 'item');
  await expectAccessible(page, 'item');
  const rowCount = await page.getByRole('textbox', { name: /^第 \d+ 项的名称$/ }).count();
  await page.getByRole('button', { name: '添加扩展信息' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: `第 ${rowCount + 1} 项的名称` })).toBeFocused();
  await expect(page.getByText('有未发布的修改')).toBeVisible();
  await page.getByRole('button', { name: `删除第 ${rowCount + 1} 项` }).click();
  await expect(page.getByText('没有未发布的修改')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(/\byes\b/);
});
