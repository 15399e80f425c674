import { expect } from '@playwright/test';
import { test } from './journey.ts';
import { expectAccessible } from './page-checks.ts';
import { people } from './people.ts';

test('accounts are filtered by organisation and role, chosen by mouse and removed by their tags', async ({
  openSignedIn,
}) => {
  const page = await openSignedIn(people.systemAdmin, '/business/accounts');
  const main = page.getByRole('main');
  await expect(main.getByRole('row').nth(1)).toBeVisible();
  await main.getByRole('button', { name: '展开' }).click();

  await main.getByRole('button', { name: '选择管辖机构' }).click();
  const dialog = page.getByRole('dialog', { name: '选择管辖机构' });
  await dialog.getByRole('button', { name: '确认选择' }).click();
  await expect(page.getByText('请选择管辖机构', { exact: true })).toBeVisible();
  // The region tree opens at the office's own city.
  await dialog.getByRole('treeitem', { name: '淳安县', exact: true }).click();
  await expect(dialog.getByText('浙江省 杭州市 淳安县', { exact: true })).toBeVisible();
  // The tree has the focus, so that keys still work after the row is scrolled out of view.
  const regions = dialog.getByRole('tree', { name: '行政区划' });
  await expect(regions).toBeFocused();
  await page.keyboard.press('Home');
  await expect(regions.getByRole('treeitem', { name: '北京市', exact: true })).toBeInViewport();
  await page.keyboard.press('End');
  await expect(regions.getByRole('treeitem', { name: '其他', exact: true })).toBeInViewport();
  const tree = dialog.getByRole('tree', { name: '组织机构' });
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  await dialog.getByRole('textbox', { name: '搜索机构名称' }).fill('信访局');
  await tree
    .getByRole('treeitem', { name: /^淳安县信访局/ })
    .first()
    .click();
  await expect(dialog.getByText('已选择 1 个区划')).toBeVisible();
  await expectAccessible(page, 'picker');
  await dialog.getByRole('button', { name: '确认选择' }).click();
  await expect(dialog).toBeHidden();

  await main.getByRole('button', { name: '选择角色' }).click();
  const roles = page.getByRole('dialog', { name: '选择角色' });
  await roles.getByRole('combobox', { name: '搜索角色' }).fill('办件管理员');
  await roles.getByRole('option', { name: /办件管理员/ }).click();
  await expectAccessible(page, 'picker');
  await roles.getByRole('button', { name: '确认选择' }).click();

  const answer = page.waitForResponse((response) => response.url().includes('/administration/accounts'));
  await main.getByRole('button', { name: '查询' }).click();
  const parameters = new URL((await answer).url()).searchParams;
  expect(parameters.get('orgId')).toBe('330127-xfj');
  expect(parameters.get('roleCode')).not.toBe('');
  await main.getByRole('button', { name: '移除淳安县信访局' }).click();
  await expect(main.getByRole('button', { name: '选择管辖机构', exact: true })).toBeVisible();
});

test('organisations are chosen by keyboard alone, in the tree and in the table', async ({ openSignedIn }) => {
  const page = await openSignedIn(people.systemAdmin, '/business/accounts');
  const main = page.getByRole('main');
  await expect(main.getByRole('row').nth(1)).toBeVisible();
  await main.getByRole('button', { name: '展开' }).click();
  await main.getByRole('button', { name: '选择管辖机构' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '选择管辖机构' });
  const tree = dialog.getByRole('tree', { name: '组织机构' });
  await expect(tree.getByRole('treeitem').first()).toBeVisible();
  await tree.focus();
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem', { expanded: true })).toHaveCount(1);
  await expect(tree.locator('[aria-level="2"]').first()).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(dialog.getByText('已选择 1 个区划')).toBeVisible();
  await expect(tree.locator('[aria-level="2"][aria-checked="true"]')).toHaveCount(1);

  await dialog.getByRole('radio', { name: '树形' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('option').first()).toBeVisible();
  await dialog.getByRole('combobox', { name: '搜索组织机构' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(dialog.getByText('已选择 2 个区划')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(main.getByText('+1')).toBeVisible();
});
