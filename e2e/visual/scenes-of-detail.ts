import { expect } from '@playwright/test';
import { workOrders } from '#contract/work-orders.ts';
import { pressInBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;

async function untilOpen({ main }: Stage): Promise<void> {
  await expect(main.getByRole('list', { name: '办理轨迹' })).toBeVisible();
}

async function openTask(stage: Stage, node: string): Promise<void> {
  await stage.openTask(node);
  await untilOpen(stage);
}

/** Opens a concluded letter that has content of every kind. */
async function openConcluded(stage: Stage): Promise<void> {
  const code = await stage.findDone(
    ({ statusLabel, itemName }) => statusLabel === '正常办结' && itemName.includes('来信'),
  );
  await stage.open(`/affair/detail/${code}?isDone=true`);
  await untilOpen(stage);
}

export const detailScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'detail',
    state: 'full',
    caption: 'An open task: fields that this node must fill come first, then the stages of the order',
    show: (stage) => openTask(stage, '受理审查'),
  },
  {
    ...detail,
    name: 'detail-leader',
    state: 'open task of a leader',
    who: people.leader,
    show: (stage) => openTask(stage, '领导批示'),
  },
  {
    ...detail,
    name: 'detail-opinion',
    state: 'opinion expanded',
    caption: 'The opinion: one line until it has the focus',
    show: async (stage) => {
      await openTask(stage, '受理审查');
      await stage.page.getByRole('textbox', { name: '处理意见' }).focus();
      await stage.page.getByRole('textbox', { name: '处理意见' }).fill('属于受理范围，予以受理。');
    },
  },
  {
    ...detail,
    name: 'detail-opinions-managed',
    state: 'common opinions of the user',
    shows: ['CommonOpinionPopover', 'OpinionManagerDialog'],
    show: async (stage) => {
      await openTask(stage, '受理审查');
      await stage.page.getByRole('textbox', { name: '处理意见' }).focus();
      await stage.page.getByRole('button', { name: '常用意见' }).click();
      await stage.page.getByRole('button', { name: '管理常用意见' }).click();
      await expect(stage.page.getByRole('dialog', { name: '管理常用意见' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'detail-applicant',
    state: 'applicant tab, without masking',
    shows: ['ApplicantPanel'],
    show: async (stage) => {
      await openTask(stage, '受理审查');
      await stage.main.getByRole('tab', { name: '信访人' }).click();
      await stage.main.getByRole('button', { name: '显示敏感信息' }).click();
      await expect(stage.main.getByRole('button', { name: '隐藏敏感信息' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'detail-form',
    state: 'form tab',
    show: async (stage) => {
      await openTask(stage, '受理审查');
      await stage.main.getByRole('tab', { name: '群众来信登记表' }).click();
    },
  },
  {
    ...detail,
    name: 'detail-staged',
    state: 'typed content is staged',
    changes: true,
    show: async (stage) => {
      await openTask(stage, '受理审查');
      await stage.main.getByRole('radio', { name: '予以受理' }).check();
      await stage.page.getByRole('textbox', { name: '处理意见' }).fill('属于受理范围，待核对承办单位。');
      await pressInBar(stage.page, '暂存');
      await expect(stage.page.getByText('暂存成功')).toBeVisible();
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
    show: async (stage) => {
      await stage.withhold(workOrders.detailPage);
      await stage.openTask('受理审查');
      await stage.waitForSkeleton();
    },
  },
  {
    ...detail,
    name: 'detail-failed',
    state: 'failed',
    show: async (stage) => {
      await stage.fail(workOrders.detailPage);
      await stage.openTask('受理审查');
      await expect(stage.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'diagram',
    state: 'diagram opened over the page',
    shows: ['DiagramPage'],
    who: people.leader,
    caption: 'The whole diagram: its nodes show people and times',
    show: async (stage) => {
      await openTask(stage, '签发');
      await stage.main.getByRole('button', { name: '查看完整流程图' }).click();
      await expect(stage.page.locator('.djs-container')).toBeVisible();
      await expect(stage.page.getByRole('table', { name: '环节明细' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'print',
    state: 'print',
    shows: ['PrintSheet'],
    only: 'desk',
    caption: 'The printed sheet (办件单)',
    show: async (stage) => {
      await stage.page.addInitScript("window.print = () => dispatchEvent(new Event('beforeprint'))");
      await openConcluded(stage);
      await stage.page.getByRole('button', { name: '打印办件单' }).click();
      await stage.page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
      await expect(stage.page.getByRole('heading', { name: /办件单|登记|处理单/ }).last()).toBeVisible();
      // As wide as A4 without its margins, and as one page, because repeated content is at the foot of each
      // page.
      await stage.page.setViewportSize({ width: 720, height: 1000 });
      const height = await stage.page.evaluate(() => document.documentElement.scrollHeight);
      await stage.page.setViewportSize({ width: 720, height });
    },
  },
  {
    ...detail,
    name: 'detail-unsent',
    state: 'question before leaving typed content',
    shows: ['UnsentGuard'],
    show: async (stage) => {
      await openTask(stage, '受理审查');
      await stage.main.getByRole('radio', { name: '不予受理' }).check();
      await stage.main.getByRole('textbox', { name: '不予受理理由' }).fill('反映的事项应当通过诉讼解决。');
      await stage.page.getByRole('button', { name: '返回' }).first().click();
      await expect(stage.page.getByRole('dialog', { name: '内容尚未提交' })).toBeVisible();
    },
  },
];
