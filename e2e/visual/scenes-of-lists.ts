import { expect } from '@playwright/test';
import { catalogue } from '#contract/catalogue.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { initiation } from '#contract/initiation.ts';
import { listViews } from '#contract/list-views.ts';
import { messages } from '#contract/messages.ts';
import { orderQuery } from '#contract/order-query.ts';
import { workOrders } from '#contract/work-orders.ts';
import { type Account, people } from '../people.ts';
import type { Scene } from './scene.ts';
import { copiedList } from './scenes-of-copies.ts';
import { homeScenes } from './scenes-of-home.ts';
import type { ScreenDriver } from './screen-driver.ts';

/** A screen whose content comes from one call, with its usual states. */
interface ListScreen {
  name: string;
  path: string;
  heading: string;
  who: Account;
  endpoint: Endpoint;
  /** Text of the empty list. */
  empty?: RegExp;
  caption?: string;
}

const screens: readonly ListScreen[] = [
  {
    name: 'todo',
    path: '/todo',
    heading: '待办',
    who: people.receiver,
    endpoint: workOrders.todoPage,
    empty: /^暂无/,
    caption: 'To-do list by urgency: overdue first, tabs with counts; cards on a phone',
  },
  {
    name: 'done',
    path: '/done',
    heading: '已办',
    who: people.receiver,
    endpoint: workOrders.donePage,
    empty: /^暂无/,
    caption: 'Done',
  },
  copiedList,
  {
    name: 'message-centre',
    path: '/messages',
    heading: '消息中心',
    who: people.receiver,
    endpoint: messages.list,
    empty: /^暂无/,
    caption: 'All messages of the user, to read and to mark as read',
  },
  {
    name: 'initiated',
    path: '/my-initiated',
    heading: '我发起的',
    who: people.clerk,
    endpoint: workOrders.initiatedPage,
    empty: /^暂无/,
    caption: 'Started by me',
  },
  {
    name: 'query-all',
    path: '/query/all',
    heading: '综合查询',
    who: people.leader,
    endpoint: orderQuery.page,
    empty: /^暂无/,
    caption: 'Combined query by any known property of an order',
  },
  {
    name: 'query-cross',
    path: '/query/cross',
    heading: '跨区域查询',
    who: people.countySupervisor,
    endpoint: orderQuery.page,
    empty: /^暂无/,
  },
  {
    name: 'query-seconds',
    path: '/query/seconds',
    heading: '二次审批查询',
    who: people.permitLeader,
    endpoint: orderQuery.page,
    empty: /^暂无/,
  },
  {
    name: 'affair',
    path: '/affair',
    heading: '我的申请',
    who: people.clerk,
    endpoint: workOrders.myWorkOrderPage,
    empty: /^暂无/,
  },
  {
    name: 'drafts',
    path: '/affair-draft',
    heading: '草稿箱',
    who: people.clerk,
    endpoint: initiation.draftList,
    empty: /^暂无|草稿/,
    caption: 'Drafts',
  },
  {
    name: 'drafts-of-mine',
    path: '/affair/draft',
    heading: '草稿箱',
    who: people.clerk,
    endpoint: initiation.draftList,
    empty: /^暂无|草稿/,
  },
];

function scenesOf(screen: ListScreen): Scene[] {
  const { name, path, heading, who, endpoint } = screen;
  const open = async (driver: ScreenDriver) => {
    await driver.open(path);
    await expect(driver.page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  };
  return [
    {
      name,
      screen: path,
      state: 'full',
      who,
      caption: screen.caption,
      show: async (driver) => {
        await open(driver);
        await expect(driver.main.getByRole('link').or(driver.main.getByRole('row')).nth(1)).toBeVisible();
      },
    },
    {
      name: `${name}-empty`,
      screen: path,
      state: 'empty',
      who,
      show: async (driver) => {
        await driver.clear(endpoint);
        await open(driver);
        await expect(driver.main.getByText(screen.empty ?? /^暂无/).first()).toBeVisible();
      },
    },
    {
      name: `${name}-loading`,
      screen: path,
      state: 'loading',
      who,
      show: async (driver) => {
        await driver.leaveUnanswered(endpoint);
        await open(driver);
        await driver.waitForSkeleton();
      },
    },
    {
      name: `${name}-failed`,
      screen: path,
      state: 'failed',
      who,
      caption: name === 'todo' ? 'A list that could not be loaded says so' : undefined,
      show: async (driver) => {
        await driver.fail(endpoint);
        await open(driver);
        await expect(driver.main.getByRole('alert').first()).toBeVisible();
      },
    },
  ];
}

const todo = { screen: '/todo', who: people.receiver } as const;

async function openTodo(driver: ScreenDriver, query = ''): Promise<void> {
  await driver.open(`/todo${query}`);
  await expect(driver.main.getByText(/\d{10}/).first()).toBeVisible();
}

const statesOfTodo: readonly Scene[] = [
  {
    ...todo,
    name: 'todo-overdue',
    state: 'the tab of overdue tasks',
    show: async (driver) => {
      await openTodo(driver);
      await driver.main.getByRole('tab', { name: /^超期/ }).click();
    },
  },
  {
    ...todo,
    name: 'todo-nothing-found',
    state: 'a filter without results',
    only: 'desktop',
    show: async (driver) => {
      await openTodo(driver);
      await driver.showFilters();
      await driver.page.getByRole('textbox', { name: '关键词' }).fill('没有这样的办件');
      await driver.page.getByRole('button', { name: '查询' }).click();
      await expect(driver.main.getByText('没有符合条件的数据')).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'todo-filters',
    state: 'all filters',
    shows: ['FilterDrawer'],
    caption: 'Filters: expanded on a desktop, in a drawer on a phone and in a low window',
    show: async (driver) => {
      await openTodo(driver);
      await driver.showFilters();
      await expect(driver.page.getByRole('textbox', { name: '关键词' })).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'todo-region',
    state: 'choice of a region',
    shows: ['RegionPicker'],
    only: 'desktop',
    show: async (driver) => {
      await openTodo(driver);
      await driver.showFilters();
      await driver.page.getByRole('combobox', { name: '行政区划' }).click();
      await expect(driver.page.getByRole('dialog').last()).toContainText('树形');
    },
  },
  {
    ...todo,
    name: 'todo-region-tree',
    state: 'choice of a region from the tree',
    show: async (driver) => {
      await openTodo(driver);
      await driver.showFilters();
      await driver.page.getByRole('combobox', { name: '行政区划' }).click();
      await driver.page.getByText('树形', { exact: true }).click();
      await expect(driver.page.getByRole('treeitem', { name: '淳安县' })).toBeVisible();
    },
    only: 'desktop',
  },
  {
    ...todo,
    name: 'todo-columns',
    state: 'column settings',
    shows: ['ColumnSettings'],
    only: 'desktop',
    show: async (driver) => {
      await openTodo(driver);
      await driver.main.getByRole('button', { name: '列设置' }).click();
    },
  },
  {
    ...todo,
    name: 'todo-views',
    state: 'views of the list',
    shows: ['ListViews', 'ViewPanel'],
    show: async (driver) => {
      const view = (id: number, name: string, more: object) => ({
        id: `018f0000-0000-7000-8000-00000000000${id}`,
        list: 'todo',
        name,
        mine: true,
        ownerName: '刘洋',
        shared: false,
        isDefault: false,
        content: { filters: {} },
        ...more,
      });
      const rows = [
        view(1, '本月超期', { isDefault: true }),
        view(2, '来信待受理', { shared: true }),
        view(3, '督办件', { mine: false, ownerName: '吴建国', shared: true }),
      ];
      await driver.alter(listViews.ofList, (data) => Object.assign(data as object, { rows, mayShare: true }));
      await openTodo(driver);
      await driver.main.getByRole('button', { name: /^视图/ }).click();
      await driver.page.getByRole('button', { name: '管理视图“来信待受理”' }).click();
    },
  },
  {
    ...todo,
    name: 'todo-keys',
    state: 'keyboard shortcuts of the list',
    shows: ['ListShortcuts'],
    only: 'desktop',
    show: async (driver) => {
      await openTodo(driver);
      await driver.page.keyboard.press('j');
      await driver.page.keyboard.press('?');
      await expect(driver.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    ...todo,
    name: 'todo-row-picked',
    state: 'a row selected by keyboard',
    only: 'desktop',
    show: async (driver) => {
      await openTodo(driver);
      await driver.page.keyboard.press('j');
      await driver.page.keyboard.press('j');
    },
  },
];

const items = { screen: '/workflow-new', who: people.clerk } as const;

async function openCatalogue(driver: ScreenDriver): Promise<void> {
  await driver.open('/workflow-new');
  await expect(driver.page.getByRole('heading', { name: '新建办件', level: 1 })).toBeVisible();
}

const catalogueScenes: readonly Scene[] = [
  {
    ...items,
    name: 'catalogue',
    state: 'full',
    caption: 'The catalogue of items for new orders',
    show: async (driver) => {
      await openCatalogue(driver);
      await expect(driver.main.getByRole('button', { name: '发起群众来信办理' }).last()).toBeVisible();
    },
  },
  {
    ...items,
    name: 'catalogue-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(catalogue.itemPage);
      await openCatalogue(driver);
      await driver.waitForSkeleton();
    },
  },
  {
    ...items,
    name: 'catalogue-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(catalogue.itemPage);
      await openCatalogue(driver);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
];

export const listScenes: readonly Scene[] = [
  ...homeScenes,
  ...screens.flatMap(scenesOf),
  ...statesOfTodo,
  ...catalogueScenes,
];
