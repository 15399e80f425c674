import { expect } from '@playwright/test';
import { type SubstituteRule, substitutes } from '#contract/substitutes.ts';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const own = { screen: '/substitutes', who: people.receiver } as const;
const all = { screen: '/all-substitutes', who: people.matterAdmin } as const;

const person = (id: string, name: string, orgName: string) => ({ id: `staff-${id}`, name, orgName });
const liuyang = person('liuyang', '刘洋', '淳安县信访局');

const rule = (change: Partial<SubstituteRule> & Pick<SubstituteRule, 'id'>): SubstituteRule => ({
  absent: liuyang,
  substitute: person('sunlei', '孙磊', '淳安县信访局'),
  startsOn: '2026-11-18',
  endsOn: '2026-11-24',
  items: [],
  takesOpen: true,
  reason: '外出培训',
  setByName: '刘洋',
  state: 'current',
  endedAt: null,
  endedByName: null,
  mayEnd: true,
  ...change,
});

const mine = [
  rule({ id: '1' }),
  rule({
    id: '2',
    startsOn: '2026-12-07',
    endsOn: '2026-12-07',
    state: 'planned',
    takesOpen: false,
    reason: '',
  }),
  rule({
    id: '3',
    startsOn: '2026-09-14',
    endsOn: '2026-09-18',
    state: 'past',
    mayEnd: false,
    items: [{ taskCode: 'PETITION', name: '群众来信办理' }],
    setByName: '沈洁',
    reason: '病假',
  }),
];
const forOthers = [
  rule({
    id: '4',
    absent: person('zhaomin', '赵敏', '淳安县信访局'),
    substitute: liuyang,
    setByName: '赵敏',
    reason: '',
    mayEnd: false,
  }),
];

async function openOwn(driver: ScreenDriver): Promise<void> {
  await driver.open('/substitutes');
  await expect(driver.page.getByRole('heading', { name: '外出委托', level: 1 })).toBeVisible();
}

async function openFull(driver: ScreenDriver): Promise<void> {
  await driver.alter(substitutes.mine, (data) => Object.assign(data as object, { mine, forOthers }));
  await openOwn(driver);
  await expect(driver.main.getByText('代理中').first()).toBeVisible();
}

async function openAll(driver: ScreenDriver): Promise<void> {
  await driver.alter(substitutes.all, (data) =>
    Object.assign(data as object, { rows: [...mine, ...forOthers], total: 4 }),
  );
  await driver.open('/all-substitutes');
  await expect(driver.main.getByText('赵敏').first()).toBeVisible();
}

/** Scenes of the substitutes who do a person's tasks during an absence. */
export const substituteScenes: readonly Scene[] = [
  {
    ...own,
    name: 'substitutes',
    state: 'full',
    caption: 'My substitutes while I am absent, and people for whom I substitute',
    show: openFull,
  },
  {
    ...own,
    name: 'substitutes-empty',
    state: 'empty',
    show: async (driver) => {
      await driver.alter(substitutes.mine, (data) =>
        Object.assign(data as object, { mine: [], forOthers: [] }),
      );
      await openOwn(driver);
      await expect(driver.main.getByText('没有代理人')).toBeVisible();
    },
  },
  {
    ...own,
    name: 'substitutes-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(substitutes.mine);
      await openOwn(driver);
      await driver.waitForSkeleton();
    },
  },
  {
    ...own,
    name: 'substitutes-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(substitutes.mine);
      await openOwn(driver);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...own,
    name: 'substitute-new',
    state: 'a rule with validation problems',
    shows: ['RuleDialog'],
    caption: 'A substitute: person, days and items',
    show: async (driver) => {
      await openFull(driver);
      await driver.page.getByRole('button', { name: '新建委托' }).click();
      const dialog = driver.page.getByRole('dialog', { name: '新建外出委托' });
      await dialog.getByRole('button', { name: '确认委托' }).click();
      await expect(dialog.getByText('请选择开始日期')).toBeVisible();
    },
  },
  {
    ...own,
    name: 'substitute-end',
    state: 'end of a rule',
    shows: ['EndRuleDialog'],
    show: async (driver) => {
      await openFull(driver);
      await driver.main.getByRole('button', { name: /^结束：孙磊/ }).click();
      await expect(driver.page.getByRole('dialog', { name: '结束代理' })).toBeVisible();
    },
  },
  {
    screen: '/affair/detail/:code',
    who: people.receiver,
    name: 'substitute-task',
    state: 'a task of an absent person',
    caption: 'A task handled as the substitute of an absent person',
    show: async (driver) => {
      await driver.alter(workOrders.detailPage, (data) => {
        const { task } = data as WorkOrderPage;
        if (task) task.standsFor = '赵敏';
      });
      await driver.openTask('受理审查');
      await expect(driver.main.getByText('您正在代')).toBeVisible();
    },
  },
  {
    ...all,
    name: 'all-substitutes',
    state: 'full',
    caption: 'All substitutes of the office',
    show: openAll,
  },
  {
    ...all,
    name: 'all-substitutes-empty',
    state: 'empty',
    show: async (driver) => {
      await driver.clear(substitutes.all);
      await driver.open('/all-substitutes');
      await expect(driver.main.getByText('没有代理关系')).toBeVisible();
    },
  },
  {
    ...all,
    name: 'all-substitutes-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(substitutes.all);
      await driver.open('/all-substitutes');
      await driver.waitForSkeleton();
    },
  },
  {
    ...all,
    name: 'all-substitutes-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(substitutes.all);
      await driver.open('/all-substitutes');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
];
