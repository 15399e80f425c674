import { expect } from '@playwright/test';
import { workOrders } from '#contract/work-orders.ts';
import { pressInBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;

async function waitForTrace({ main }: ScreenDriver): Promise<void> {
  await expect(main.getByRole('list', { name: '办理轨迹' })).toBeVisible();
}

async function openTask(driver: ScreenDriver, node: string): Promise<void> {
  await driver.openTask(node);
  await waitForTrace(driver);
}

/** Opens a concluded letter that has content of every kind. */
async function openConcluded(driver: ScreenDriver): Promise<void> {
  const code = await driver.findDone(
    ({ statusLabel, itemName }) => statusLabel === '正常办结' && itemName.includes('来信'),
  );
  await driver.open(`/affair/detail/${code}?isDone=true`);
  await waitForTrace(driver);
}

export const detailScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'detail',
    state: 'full',
    caption: 'An open task: fields that this node must fill come first, then the stages of the order',
    show: (driver) => openTask(driver, '受理审查'),
  },
  {
    ...detail,
    name: 'detail-leader',
    state: 'open task of a leader',
    who: people.leader,
    show: (driver) => openTask(driver, '领导批示'),
  },
  {
    ...detail,
    name: 'detail-opinion',
    state: 'opinion expanded',
    caption: 'The opinion: one line until it has the focus',
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await driver.page.getByRole('textbox', { name: '处理意见' }).focus();
      await driver.page.getByRole('textbox', { name: '处理意见' }).fill('属于受理范围，予以受理。');
    },
  },
  {
    ...detail,
    name: 'detail-opinions-managed',
    state: 'common opinions of the user',
    shows: ['CommonOpinionPopover', 'OpinionManagerDialog'],
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await driver.page.getByRole('textbox', { name: '处理意见' }).focus();
      await driver.page.getByRole('button', { name: '常用意见' }).click();
      await driver.page.getByRole('button', { name: '管理常用意见' }).click();
      await expect(driver.page.getByRole('dialog', { name: '管理常用意见' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'detail-applicant',
    state: 'applicant tab, without masking',
    shows: ['ApplicantSection'],
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await driver.main.getByRole('tab', { name: '信访人' }).click();
      await driver.main.getByRole('button', { name: '显示敏感信息' }).click();
      await expect(driver.main.getByRole('button', { name: '隐藏敏感信息' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'detail-form',
    state: 'form tab',
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await driver.main.getByRole('tab', { name: '群众来信登记表' }).click();
    },
  },
  {
    ...detail,
    name: 'detail-staged',
    state: 'typed content is staged',
    changesWorld: true,
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await driver.main.getByRole('radio', { name: '予以受理' }).check();
      await driver.page.getByRole('textbox', { name: '处理意见' }).fill('属于受理范围，待核对承办单位。');
      await pressInBar(driver.page, '暂存');
      await expect(driver.page.getByText('暂存成功')).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'detail-concluded',
    state: 'concluded',
    caption: 'A concluded order: read only, in compact rows',
    show: openConcluded,
  },
  {
    ...detail,
    name: 'detail-loading',
    state: 'loading',
    shows: ['DetailSkeleton'],
    caption: 'Loading: a skeleton in the shape of the page',
    show: async (driver) => {
      await driver.leaveUnanswered(workOrders.detailPage);
      await driver.openTask('受理审查');
      await driver.waitForSkeleton();
    },
  },
  {
    ...detail,
    name: 'detail-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(workOrders.detailPage);
      await driver.openTask('受理审查');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'diagram',
    state: 'diagram opened over the page',
    shows: ['DiagramPage'],
    who: people.leader,
    caption: 'The whole diagram: its nodes show people and times',
    show: async (driver) => {
      await openTask(driver, '签发');
      await driver.main.getByRole('button', { name: '查看完整流程图' }).click();
      await expect(driver.page.locator('.djs-container')).toBeVisible();
      await expect(driver.page.getByRole('table', { name: '环节明细' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'print',
    state: 'print',
    shows: ['PrintedOrderSheet'],
    only: 'desktop',
    caption: 'The printed sheet (办件单)',
    show: async (driver) => {
      await driver.page.addInitScript("window.print = () => dispatchEvent(new Event('beforeprint'))");
      await openConcluded(driver);
      await driver.page.getByRole('button', { name: '打印办件单' }).click();
      await driver.page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
      await expect(driver.page.getByRole('heading', { name: /办件单|登记|处理单/ }).last()).toBeVisible();
      // As wide as A4 without its margins, and as one page, because repeated content is at the foot of each
      // page.
      await driver.page.setViewportSize({ width: 720, height: 1000 });
      const height = await driver.page.evaluate(() => document.documentElement.scrollHeight);
      await driver.page.setViewportSize({ width: 720, height });
    },
  },
  {
    ...detail,
    name: 'detail-unsent',
    state: 'question before leaving typed content',
    shows: ['UnsentGuard'],
    show: async (driver) => {
      await openTask(driver, '受理审查');
      await driver.main.getByRole('radio', { name: '不予受理' }).check();
      await driver.main.getByRole('textbox', { name: '不予受理理由' }).fill('反映的事项应当通过诉讼解决。');
      await driver.page.getByRole('button', { name: '返回' }).first().click();
      await expect(driver.page.getByRole('dialog', { name: '内容尚未提交' })).toBeVisible();
    },
  },
];
