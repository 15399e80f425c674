import { expect, type Page } from '@playwright/test';
import { test } from './journey.ts';
import { expectAccessible, expectNoOverflow } from './page-checks.ts';
import { people } from './people.ts';

async function openRegions(page: Page) {
  const items = page.getByRole('region', { name: '全部事项' });
  await items.getByRole('button', { name: '发起群众来信办理' }).click();
  const field = page.getByRole('combobox', { name: '问题属地' });
  await field.click();
  const dialog = page.getByRole('dialog', { name: '选择问题属地' });
  await expect(dialog.getByRole('option', { name: '千岛湖镇' })).toBeVisible();
  return { field, dialog };
}

test('a region is found by its pinyin initials on a desktop, and is offered first the next time', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.clerk, '/initiation');
  const { field, dialog } = await openRegions(page);
  await expectAccessible(page, 'levels of regions');
  await dialog.getByRole('combobox', { name: '搜索行政区划' }).fill('wpz');
  const option = dialog.getByRole('option', { name: '威坪镇' });
  await expect(option).toContainText('浙江省 / 杭州市 / 淳安县');
  await expectAccessible(page, 'regions that were found');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await field.click();
  await dialog.getByRole('combobox', { name: '搜索行政区划' }).fill('weiping');
  await dialog.getByRole('option', { name: '威坪镇' }).click();
  await expect(field).toHaveText('浙江省 / 杭州市 / 淳安县 / 威坪镇');
  await field.click();
  await expect(
    dialog.getByRole('option', { name: '浙江省 / 杭州市 / 淳安县 / 威坪镇', exact: true }),
  ).toBeVisible();
});

test('a phone shows one level of regions at a time in the full window', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.clerk, '/initiation');
  await page.setViewportSize({ width: 390, height: 844 });
  const { field, dialog } = await openRegions(page);
  await expect(dialog.getByRole('listbox')).toHaveCount(1);
  const box = await dialog.boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await expectAccessible(page, 'regions on a phone');
  await expectNoOverflow(page, 'region-field-phone');
  await dialog.getByRole('navigation', { name: '已选上级' }).getByRole('button', { name: '杭州市' }).click();
  await dialog.getByRole('option', { name: '建德市', exact: true }).click();
  await dialog.getByRole('option', { name: '梅城镇', exact: true }).click();
  await expect(field).toHaveText('浙江省 / 杭州市 / 建德市 / 梅城镇');
});
