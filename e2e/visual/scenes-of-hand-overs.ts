import { expect } from '@playwright/test';
import {
  type HandOver,
  type HandOverPreview,
  type HandOverTask,
  handOvers,
  type UnattendedCandidate,
} from '#contract/hand-overs.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const screen = { screen: '/hand-overs', who: people.matterAdmin } as const;

const handOver = (change: Partial<HandOver> & Pick<HandOver, 'id'>): HandOver => ({
  from: { id: 'staff-xujun', name: '徐军', orgName: '淳安县劳动保障监察大队' },
  receiverNames: ['胡东'],
  reason: '徐军调离',
  startedByName: '沈洁',
  startedAt: '2026-11-20T01:40:00.000Z',
  total: 12,
  waiting: 0,
  moved: 12,
  gone: 0,
  failed: 0,
  ...change,
});
const rows = [
  handOver({ id: '3', waiting: 4, moved: 8 }),
  handOver({
    id: '2',
    from: { id: 'staff-jiangtao', name: '蒋涛', orgName: '淳安县综合行政执法局' },
    receiverNames: ['刘洋', '赵敏'],
    reason: '退休',
    total: 6,
    moved: 4,
    gone: 1,
    failed: 1,
  }),
  handOver({ id: '1', startedAt: '2026-10-09T06:12:00.000Z' }),
];

const task = (change: Partial<HandOverTask>, number: number): HandOverTask => ({
  traceId: `00000000-0000-4000-8000-00000000000${number}.3`,
  workorderCode: `202600000${number}`,
  title: '反映小区门口道路破损长期无人修复',
  taskCode: 'PETITION',
  itemName: '群众来信办理',
  nodeName: '承办单位办理',
  receiverName: '刘洋',
  state: 'moved',
  reason: '',
  settledAt: '2026-11-20T01:41:00.000Z',
  ...change,
});
const tasks = [
  task({}, 1),
  task({ title: '申请办理食品经营许可', nodeName: '受理审查', receiverName: '赵敏' }, 2),
  task({ state: 'gone', reason: '已由他人办理或已关闭' }, 3),
  task({ state: 'failed', reason: '“刘洋”发起了会签或已表态，不能再办理会签' }, 4),
  task({}, 5),
  task({}, 6),
];

const preview: HandOverPreview = {
  from: { id: 'staff-jiangtao', name: '蒋涛', orgName: '淳安县综合行政执法局', inOffice: false },
  items: [
    { taskCode: 'PETITION', itemName: '群众来信办理', open: 7, held: 2, seats: 1 },
    { taskCode: 'LICENCE', itemName: '食品经营许可', open: 2, held: 0, seats: 0 },
  ],
  total: 12,
  more: false,
  cannot: [{ ...task({}, 4), reason: '“刘洋”发起了会签或已表态，不能再办理会签' }],
  faults: [],
  twice: 1,
  shared: 1,
  byPosts: 5,
  drafts: 2,
  rules: [{ absentName: '蒋涛', substituteName: '孙磊' }],
  views: [{ id: '1', name: '本周到期的市场监管件' }],
  unfinishedId: null,
};

const unattendedTasks: { rows: object[]; total: number; more: boolean; addressees: UnattendedCandidate[] } = {
  rows: tasks.slice(0, 4).map((one, index) => ({
    ...one,
    traceId: `00000000-0000-4000-8000-00000000001${index}.3`,
    startTime: `2026-11-1${index}T01:40:00.000Z`,
    candidateNames: [index < 3 ? '蒋涛（已停用）' : '提案签批岗（没有在职人员）'],
  })),
  total: 4,
  more: false,
  addressees: [
    {
      key: 'staff:staff-jiangtao',
      name: '蒋涛',
      orgName: '淳安县综合行政执法局',
      inOffice: false,
      count: 3,
      leavers: [],
    },
    { key: 'position:signer', name: '提案签批岗', orgName: null, inOffice: false, count: 1, leavers: [] },
  ],
};

async function openList(driver: ScreenDriver): Promise<void> {
  await driver.alter(handOvers.page, (data) => Object.assign(data as object, { rows, total: rows.length }));
  await driver.open('/hand-overs');
  await expect(driver.main.getByText('蒋涛').first()).toBeVisible();
}

/** Scenes of hand-overs: waiting tasks of a departing person are given to others. */
export const handOverScenes: readonly Scene[] = [
  { ...screen, name: 'hand-overs', state: 'full', caption: 'Hand-overs of people who left', show: openList },
  {
    ...screen,
    name: 'hand-overs-empty',
    state: 'empty',
    show: async (driver) => {
      await driver.clear(handOvers.page);
      await driver.open('/hand-overs');
      await expect(driver.main.getByText('没有工作移交')).toBeVisible();
    },
  },
  {
    ...screen,
    name: 'hand-overs-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(handOvers.page);
      await driver.open('/hand-overs');
      await driver.waitForSkeleton();
    },
  },
  {
    ...screen,
    name: 'hand-overs-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(handOvers.page);
      await driver.open('/hand-overs');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...screen,
    name: 'hand-over-new',
    state: 'preview of a hand-over',
    shows: ['HandOverDialog'],
    caption: 'A new hand-over: tasks that move, their receivers, and tasks that stay',
    show: async (driver) => {
      await driver.page.route(
        (url) => url.pathname === handOvers.preview.path,
        (route) => route.fulfill({ json: { errcode: 0, code: 200, data: preview } }),
      );
      await openList(driver);
      await driver.page.getByRole('button', { name: '新建移交' }).click();
      const dialog = driver.page.getByRole('dialog', { name: '新建移交' });
      await dialog.getByRole('combobox', { name: '移交人' }).fill('蒋涛');
      await driver.page.getByTitle(/^蒋涛/).last().click();
      await expect(dialog.getByText('群众来信办理')).toBeVisible();
    },
  },
  {
    ...screen,
    name: 'hand-overs-unattended',
    state: 'tasks without a handler',
    shows: ['UnattendedDialog'],
    caption: 'Tasks without a handler, and their unattended candidates',
    show: async (driver) => {
      await driver.alter(handOvers.unattended, (data) => Object.assign(data as object, unattendedTasks));
      await openList(driver);
      await driver.main.getByRole('button', { name: /查看/ }).first().click();
      await expect(driver.page.getByRole('dialog', { name: '无人可办的待办（4 件）' })).toBeVisible();
    },
  },
  {
    ...screen,
    name: 'hand-over-outcome',
    state: 'results of a hand-over',
    shows: ['HandOverProgressDialog'],
    caption: 'Result of each task of a hand-over',
    show: async (driver) => {
      await driver.page.route(
        (url) => url.pathname === handOvers.detail.path.replace(':id', '2'),
        (route) => route.fulfill({ json: { errcode: 0, code: 200, data: { ...rows[1], tasks } } }),
      );
      await openList(driver);
      await driver.main.getByText('蒋涛').first().hover();
      await driver.page.getByRole('button', { name: '明细' }).first().click();
      await expect(driver.page.getByText('已处理 6 / 6 件')).toBeVisible();
    },
  },
];
