import { expect, type Locator } from '@playwright/test';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const done = { screen: '/done', who: people.receiver } as const;

/** Opens the filters, unfolded on a desktop or in the drawer on a phone, and returns the field of one. */
async function openFilter({ open, main, page, showFilters }: ScreenDriver, label: string): Promise<Locator> {
  await open('/done');
  await expect(main.getByRole('link').first()).toBeVisible();
  await showFilters();
  const field = page.getByRole('combobox', { name: label });
  await expect(field).toBeVisible();
  return field;
}

const dropdown = ({ page }: ScreenDriver) => page.locator('.ant-select-dropdown:visible');

/** Scenes of drop-downs of the filter fields: a list that the server searches, and a tree. */
export const filterScenes: readonly Scene[] = [
  {
    ...done,
    name: 'filter-windows',
    state: 'drop-down of windows',
    show: async (driver) => {
      await (await openFilter(driver, '所属窗口')).click();
      await expect(dropdown(driver).getByText('X01 来信登记窗口（淳安县人民来访接待中心）')).toBeVisible();
    },
  },
  {
    ...done,
    name: 'filter-tree',
    state: 'drop-down with the tree of organisations',
    show: async (driver) => {
      await (await openFilter(driver, '组织机构')).click();
      await expect(driver.page.getByRole('treeitem', { name: /淳安县信访局/ }).first()).toBeVisible();
    },
  },
  {
    ...done,
    name: 'filter-tree-searched',
    state: 'drop-down with organisations found by name',
    show: async (driver) => {
      const field = await openFilter(driver, '组织机构');
      await field.click();
      await field.fill('信访');
      await expect(driver.page.getByRole('treeitem', { name: /县人民政府/ })).toHaveCount(0);
      await expect(driver.page.getByRole('treeitem', { name: /信访局/ }).first()).toBeVisible();
    },
  },
  {
    screen: '/dashboard',
    who: people.matterAdmin,
    name: 'dashboard-organisations',
    state: 'organisations whose figures the user may see',
    show: async ({ open, main, page }) => {
      await open('/dashboard');
      await expect(main.getByRole('list', { name: '主要数据' })).toBeVisible();
      const filters = main.getByRole('button', { name: '筛选' });
      if (await filters.isVisible()) await filters.click();
      await main.getByRole('combobox', { name: '机构' }).click();
      await expect(page.getByRole('tree', { name: '机构' })).toBeVisible();
    },
  },
];
