import { expect } from '@playwright/test';
import { type SupervisionRow, supervision } from '#contract/supervision.ts';
import { pressInBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const own = { screen: '/supervise', who: people.petitionSupervisor } as const;

const row = (number: number, change: Partial<SupervisionRow>): SupervisionRow => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}.1`,
  workorderId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  code: `2026000${number}`,
  title: '反映华东木业加工厂喷漆废气直排',
  itemName: '群众来信办理',
  orgName: '淳安县信访局',
  handlerNames: '林雪',
  card: 'yellow',
  state: 'awaiting',
  stateName: '待答复',
  recordId: 1,
  due: { dueAt: '2026-11-24T15:59:59.999Z', provisional: false, light: 'yellow', text: '余 2 个工作日' },
  openedAt: '2026-11-20T02:05:00.000Z',
  changedAt: '2026-11-20T02:05:00.000Z',
  openedBy: '孙磊',
  ...change,
});
const overdue = {
  dueAt: '2026-11-05T15:59:59.999Z',
  provisional: false,
  light: 'red' as const,
  text: '超期 15 天',
};
const none = { dueAt: null, provisional: false, light: 'none' as const, text: '' };
const rows = [
  row(161, {
    state: 'demanded',
    stateName: '应督未督',
    recordId: null,
    card: 'red',
    due: overdue,
    openedBy: '',
  }),
  row(197, {}),
  row(144, {
    title: '请求认定立新纺织厂职工工伤',
    handlerNames: '何芳',
    state: 'answered',
    stateName: '已答复，待认可',
    due: none,
  }),
  row(183, {
    title: '反映洪家桥村土地流转租金未兑现',
    card: 'none',
    state: 'returned',
    stateName: '退回重答',
  }),
  row(158, { title: '人民路路灯成片不亮', card: 'none', state: 'waived', stateName: '已免督', due: none }),
];
const figures = {
  demanded: 1,
  awaiting: 2,
  late: 0,
  answered: 1,
  settled: 38,
  yellow: { thisMonth: 5, lastMonth: 7 },
  red: { thisMonth: 2, lastMonth: 1 },
  inTime: { answered: 13, total: 15 },
};

async function openFull(driver: ScreenDriver): Promise<void> {
  await driver.alter(supervision.page, (data) => Object.assign(data as object, { rows, total: rows.length }));
  await driver.alter(supervision.figures, (data) => Object.assign(data as object, figures));
  await driver.open('/supervise');
  await expect(driver.main.getByText('应督未督').first()).toBeVisible();
  await expect(driver.main.getByText('2026000197').first()).toBeVisible();
}

/** Scenes of 督办 (docs/decisions/0237). */
export const supervisionScenes: readonly Scene[] = [
  {
    ...own,
    name: 'supervise',
    state: 'full',
    caption: 'Supervision letters and the cards that rules demand, with figures',
    show: openFull,
  },
  {
    ...own,
    name: 'supervise-empty',
    state: 'empty',
    show: async (driver) => {
      await driver.clear(supervision.page);
      await driver.open('/supervise');
      await expect(driver.main.getByText('没有督办单')).toBeVisible();
    },
  },
  {
    ...own,
    name: 'supervise-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(supervision.page);
      await driver.open('/supervise');
      await driver.waitForSkeleton();
    },
  },
  {
    ...own,
    name: 'supervise-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(supervision.page);
      await driver.open('/supervise');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...own,
    name: 'supervise-batch',
    state: 'letter for several orders',
    shows: ['BatchLetterDialog'],
    only: 'desktop',
    show: async (driver) => {
      await openFull(driver);
      await driver.main.getByRole('row').nth(1).getByRole('checkbox').check();
      await driver.page.getByRole('button', { name: /^发督办单/ }).click();
      await expect(driver.page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    screen: '/affair/detail/:code',
    who: people.petitionSupervisor,
    name: 'supervision-letter',
    state: 'supervision letter for an order',
    shows: ['SupervisionDialog'],
    show: async (driver) => {
      await driver.openTask('受理审查', people.reviewer);
      await pressInBar(driver.page, '督办');
      await expect(driver.page.getByRole('dialog')).toBeVisible();
    },
  },
];
