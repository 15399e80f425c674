import { expect } from '@playwright/test';
import { type Deadline, type ScheduleEntry, schedule, scheduleFeed } from '#contract/schedule.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const own = { screen: '/schedule', who: people.receiver } as const;

const second = (text: string) => Date.parse(`${text}:00+08:00`) / 1000;
let entryCount = 0;
function entry(day: string, from: string, until: string, scheduleName: string, more = {}): ScheduleEntry {
  entryCount += 1;
  return {
    id: `00000000-0000-4000-8000-${String(entryCount).padStart(12, '0')}`,
    scheduleName,
    address: '信访局 205 室',
    startDate: second(`2026-11-${day}T${from}`),
    endDate: second(`2026-11-${day}T${until}`),
    remark: '',
    isRemind: true,
    remindAdvance: 15,
    reminded: false,
    ...more,
  };
}
const deadline = (
  day: string,
  kind: Deadline['kind'],
  number: string,
  light: Deadline['light'],
  lightText: string,
) => ({
  kind,
  dueDate: second(`2026-11-${day}T17:30`),
  workorderCode: `2026000${number}`,
  workorderTraceId: `00000000-0000-4000-8000-000000000000.${Number(number)}`,
  title: '建议在文昌镇增设公交夜班线路',
  nodeName: '收件',
  light,
  lightText,
});

const rows = [
  ...['02', '09', '16', '23', '30'].map((day) => entry(day, '09:00', '10:00', '信访工作例会')),
  ...['06', '13', '27'].map((day) => entry(day, '09:00', '11:30', '接访日', { remindAdvance: 60 })),
  entry('18', '14:00', '16:00', '培训：依法分类处理'),
  entry('20', '09:00', '11:30', '接访日', {
    remindAdvance: 60,
    reminded: true,
    address: '县人民来访接待中心',
  }),
  entry('20', '14:30', '15:30', '电梯维修协调会', { address: '住房和城乡建设局 302 室' }),
  entry('20', '15:00', '16:00', '办信科例会', { remindAdvance: 0 }),
  entry('20', '16:40', '17:00', '电话回访 2026000186', { remindAdvance: 5, address: '' }),
];
const deadlines = [
  deadline('16', 'task', '258', 'red', '超期 4 天'),
  deadline('20', 'task', '302', 'yellow', '今日到期'),
  deadline('24', 'task', '298', 'yellow', '余 2 个工作日'),
  deadline('24', 'asked', '299', 'yellow', '余 2 个工作日'),
  deadline('27', 'order', '294', 'green', '余 5 个工作日'),
];

async function openFull(driver: ScreenDriver): Promise<void> {
  await driver.alter(schedule.list, (data) => Object.assign(data as object, { rows, deadlines }));
  await driver.open('/schedule');
  await expect(driver.main.getByRole('grid', { name: '日历' })).toBeVisible();
}

/** Scenes of a person's own entries and of the deadlines of waiting tasks. */
export const scheduleScenes: readonly Scene[] = [
  {
    ...own,
    name: 'schedule',
    state: 'full',
    caption: 'My entries and the deadlines of my tasks, with overlaps shown on top',
    show: openFull,
  },
  {
    ...own,
    name: 'schedule-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(schedule.list);
      await driver.open('/schedule');
      await driver.waitForSkeleton();
    },
  },
  {
    ...own,
    name: 'schedule-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(schedule.list);
      await driver.open('/schedule');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...own,
    name: 'schedule-week',
    state: 'a week',
    show: async (driver) => {
      await openFull(driver);
      await driver.main.getByText('周', { exact: true }).click();
    },
  },
  {
    ...own,
    name: 'schedule-list',
    state: 'a list',
    show: async (driver) => {
      await openFull(driver);
      await driver.main.getByText('列表', { exact: true }).click();
      await expect(driver.main.getByRole('button', { name: '删除所选' })).toBeVisible();
    },
  },
  {
    ...own,
    name: 'schedule-entry',
    state: 'a new entry with validation problems',
    shows: ['EntryDialog'],
    show: async (driver) => {
      await openFull(driver);
      await driver.page.getByRole('button', { name: '新建日程' }).click();
      const dialog = driver.page.getByRole('dialog', { name: '新建日程' });
      await dialog.getByRole('button', { name: '确认新建' }).click();
      await expect(dialog.getByText('请输入日程名称')).toBeVisible();
    },
  },
  {
    ...own,
    name: 'schedule-feed',
    state: 'the calendar subscription link',
    shows: ['FeedDialog'],
    show: async (driver) => {
      await driver.alter(scheduleFeed.mine, (data) =>
        Object.assign(data as object, {
          madeAt: '2026-11-18T01:20:00.000Z',
          readAt: null,
          showsTitles: false,
        }),
      );
      await openFull(driver);
      await driver.page.getByRole('button', { name: '订阅日历' }).click();
      await expect(driver.page.getByRole('button', { name: '停用链接' })).toBeVisible();
    },
  },
  {
    ...own,
    screen: '/index',
    name: 'schedule-reminder',
    state: 'a reminder, and the schedule opened from the header',
    shows: ['ReminderNotice', 'ScheduleDialog'],
    show: async (driver) => {
      await driver.alter(schedule.remind, (data) =>
        Object.assign(data as object, { rows: rows.slice(-3, -2) }),
      );
      await driver.alter(schedule.list, (data) => Object.assign(data as object, { rows, deadlines }));
      await driver.open('/index');
      await expect(driver.page.getByRole('complementary', { name: '日程提醒' })).toBeVisible();
      await driver.page.getByRole('button', { name: /用户菜单/ }).click();
      await driver.page.getByRole('menuitem', { name: '查看日程' }).click();
      await expect(driver.page.getByRole('dialog', { name: '查看日程' })).toBeVisible();
    },
  },
];
