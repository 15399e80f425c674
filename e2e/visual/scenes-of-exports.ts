import { expect } from '@playwright/test';
import { exportTasks } from '#contract/exports.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const exportList = { screen: '/exports', who: people.receiver } as const;

const task = {
  id: '018f0000-0000-7000-8000-000000000001',
  list: 'todo',
  title: '待办事项',
  fileName: '待办事项-20261120-1004.xlsx',
  format: 'xlsx',
  state: 'running',
  rows: 4500,
  rowsInAll: 10_000,
  leftOut: 0,
  size: 0,
  filters: '时限：已超期；所属区划：淳安县',
  askedAt: '2026-11-20T02:04:00.000Z',
  finishedAt: null,
  keptUntil: null,
};
const tasks = [
  task,
  {
    ...task,
    id: '018f0000-0000-7000-8000-000000000002',
    fileName: '已办事项-20261119-1630.xlsx',
    state: 'done',
    rows: 326,
    leftOut: 2,
    size: 48_200,
    filters: '办理日期：2026-10-01 至 2026-10-31',
    keptUntil: '2026-11-26T08:30:12.000Z',
  },
  {
    ...task,
    id: '018f0000-0000-7000-8000-000000000003',
    fileName: '抄送我的-20261118-0915.csv',
    state: 'failed',
    filters: '',
    askedAt: '2026-11-18T01:15:00.000Z',
  },
];

async function showTasks(driver: ScreenDriver): Promise<void> {
  await driver.alter(exportTasks.mine, (data) => {
    (data as { rows: unknown[] }).rows = tasks;
  });
}

async function openMine({ open, page }: ScreenDriver): Promise<void> {
  await open('/exports');
  await expect(page.getByRole('heading', { name: '我的导出', level: 1 })).toBeVisible();
}

async function printSelected(driver: ScreenDriver): Promise<void> {
  await driver.open('/done');
  const boxes = driver.main.locator('tbody').getByRole('checkbox');
  for (let index = 0; index < 4; index += 1) await boxes.nth(index).check();
  await driver.main.getByRole('button', { name: '打印', exact: true }).click();
  await expect(driver.page.getByText('打印勾选的 4 件')).toBeVisible();
}

export const exportScenes: readonly Scene[] = [
  {
    ...exportList,
    name: 'exports',
    state: 'full',
    caption: 'My exports: running, ready for seven days, failed',
    show: async (driver) => {
      await showTasks(driver);
      await openMine(driver);
      await expect(driver.main.getByRole('progressbar')).toBeVisible();
    },
  },
  {
    ...exportList,
    name: 'exports-empty',
    state: 'empty',
    show: async (driver) => {
      await driver.clear(exportTasks.mine);
      await openMine(driver);
      await expect(driver.main.getByText('还没有导出过文件')).toBeVisible();
    },
  },
  {
    ...exportList,
    name: 'exports-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(exportTasks.mine);
      await openMine(driver);
      await driver.waitForSkeleton();
    },
  },
  {
    ...exportList,
    name: 'exports-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(exportTasks.mine);
      await openMine(driver);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    screen: '/done',
    who: people.receiver,
    name: 'export-dialog',
    state: 'export options',
    shows: ['ExportDialog'],
    caption: 'Export of a list: rows, columns and format',
    show: async (driver) => {
      await driver.open('/done');
      await driver.main.getByRole('button', { name: '导出', exact: true }).click();
      await expect(driver.page.getByRole('radio', { name: /符合条件的全部数据/ })).toBeVisible();
    },
  },
  {
    screen: '/done',
    who: people.receiver,
    name: 'list-print',
    state: 'print',
    shows: ['PrintedList'],
    only: 'desktop',
    caption: 'A printed list',
    show: async (driver) => {
      await driver.page.addInitScript("window.print = () => dispatchEvent(new Event('beforeprint'))");
      await driver.open('/done');
      await driver.main.getByRole('button', { name: '打印', exact: true }).click();
      await expect(driver.page.locator('body > article')).toBeAttached();
      await driver.page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
      await expect(driver.page.getByText('查询条件：全部')).toBeVisible();
    },
  },
  {
    screen: '/done',
    who: people.receiver,
    name: 'orders-print',
    state: 'print options for selected rows',
    shows: ['OrdersPrint'],
    only: 'desktop',
    caption: 'Print of selected orders: list, order sheets, documents or letters',
    show: (driver) => printSelected(driver),
  },
  {
    screen: '/done',
    who: people.receiver,
    name: 'letters',
    state: 'addresses for letters',
    shows: ['LettersDialog'],
    only: 'desktop',
    caption: 'Envelopes and address labels for applicants, checked before printing',
    show: async (driver) => {
      await printSelected(driver);
      await driver.page.getByRole('radio', { name: /^信封或地址标签/ }).check();
      await driver.page.getByRole('button', { name: '下一步' }).click();
      await expect(driver.page.getByRole('region', { name: '收件人' })).toBeVisible();
    },
  },
  {
    screen: '/index',
    who: people.receiver,
    name: 'export-in-the-bell',
    state: 'a running export above the messages',
    show: async (driver) => {
      await showTasks(driver);
      await driver.open('/index');
      await driver.page.getByRole('button', { name: /^消息/ }).click();
      await expect(driver.page.getByText('正在导出 1 个文件')).toBeVisible();
    },
  },
];
