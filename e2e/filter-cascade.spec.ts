import { expect } from '@playwright/test';
import { chooseOption } from './form-controls.ts';
import { test } from './journey.ts';
import { people } from './people.ts';

test('the region filter limits organisations, halls and windows, and a change of the region clears them', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.receiver, '/done');
  const main = page.getByRole('main');
  await expect(main.getByRole('table', { name: '已办' }).getByRole('link').first()).toBeVisible();
  await main.getByRole('button', { name: '展开' }).click();

  const chooseRegion = async (name: string, path: readonly string[] = []) => {
    await main.getByRole('combobox', { name: '行政区划', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '选择行政区划' });
    for (const parent of path) await dialog.getByRole('button', { name: parent, exact: true }).click();
    await dialog.getByRole('radio', { name: `选择${name}`, exact: true }).check();
    await expect(dialog.getByText('已选择 1 个区划')).toBeVisible();
    await dialog.getByRole('button', { name: '确认选择' }).click();
    await expect(dialog).toBeHidden();
  };
  const waitForRows = () => page.waitForResponse((response) => response.url().includes('/donePage'));
  const search = async () => {
    const answer = waitForRows();
    await main.getByRole('button', { name: '查询' }).click();
    return new URL((await answer).url()).searchParams;
  };
  const field = (label: string) => main.locator('label', { hasText: label }).locator('..');

  // The picker opens at the office's own city.
  await chooseRegion('淳安县');
  await main.getByRole('combobox', { name: '组织机构' }).click();
  const tree = page.getByRole('tree', { name: '组织机构' });
  await expect(tree.getByText('淳安县信访局', { exact: true })).toBeVisible();
  await tree.getByText('淳安县信访局', { exact: true }).click();
  await chooseOption(page, '所属大厅', '淳安县人民来访接待中心');
  await chooseOption(page, '所属窗口', 'X01 来信登记窗口');
  const parameters = await search();
  expect(parameters.get('areaCode')).toBe('330127');
  expect(parameters.get('orgCode')).toBe('330127-xfj');
  expect(parameters.get('hallId')).toBe('hall-xf');
  expect(parameters.get('windowId')).toBe('window-xf-1');
  await expect(main.getByRole('table', { name: '已办' }).getByRole('link').first()).toBeVisible();

  await chooseRegion('建德市');
  await expect(main.getByRole('combobox', { name: '组织机构' })).toHaveValue('');
  for (const label of ['所属大厅', '所属窗口']) await expect(field(label)).toContainText('请选择');
  await main.getByRole('combobox', { name: '所属大厅' }).click();
  await expect(page.locator('.ant-select-dropdown:visible').getByText('暂无可选项')).toBeVisible();
  await page.keyboard.press('Escape');
  const laterParameters = await search();
  expect(laterParameters.get('areaCode')).toBe('330182');
  expect(laterParameters.has('hallId')).toBe(false);
  await expect(main.getByText('没有符合条件的数据')).toBeVisible();

  await main.getByRole('button', { name: '清除筛选条件' }).click();
  await expect(main.getByRole('table', { name: '已办' }).getByRole('link').first()).toBeVisible();
});
