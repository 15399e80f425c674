import { expect } from '@playwright/test';
import { documentSeries, documentTemplates } from '#contract/document-templates.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import { openFull, screens } from './scenes-of-administration.ts';
import type { ScreenDriver } from './screen-driver.ts';

const editor = { screen: '/business/document-templates/:taskCode/:code', who: people.configAdmin } as const;
const address = '/business/document-templates/petition-letter/reply';

/** Opens the editor with the reply to a letter, and its preview beside it. */
async function openEditor({ open, page }: ScreenDriver): Promise<void> {
  await open(address);
  await expect(page.getByRole('heading', { name: '处理意见书', level: 1 })).toBeVisible();
  await expect(page.getByRole('document', { name: '文书预览' }).locator('canvas').first()).toBeVisible();
}

/** Returns the scene of a dialog that one of the buttons in the bar opens. */
function dialogOf(scene: { name: string; state: string; shows: readonly string[]; button: RegExp }): Scene {
  const { button, ...rest } = scene;
  return {
    ...editor,
    ...rest,
    show: async (driver) => {
      await openEditor(driver);
      await driver.page.getByRole('button', { name: button }).click();
      await expect(driver.page.getByRole('dialog')).toBeVisible();
    },
  };
}

const used = { state: 'used', stateLabel: '已使用', madeAt: '2026-11-19T02:00:00.000Z' };
const numbersOfSeries = {
  total: 4,
  rows: [
    { ...used, number: 4, text: '淳信访受〔2026〕4号', paperName: '受理告知书', orderCode: '2026000134' },
    {
      ...used,
      state: 'free',
      stateLabel: '空号',
      number: 3,
      text: '淳信访受〔2026〕3号',
      paperName: '',
      orderCode: '',
      madeAt: null,
    },
    {
      ...used,
      state: 'void',
      stateLabel: '已作废',
      number: 2,
      text: '淳信访受〔2026〕2号',
      paperName: '受理告知书',
      orderCode: '2026000101',
    },
    { ...used, number: 1, text: '淳信访受〔2026〕1号', paperName: '受理告知书', orderCode: '2026000098' },
  ],
};

export const templateScenes: readonly Scene[] = [
  {
    ...editor,
    name: 'document-template',
    state: 'full',
    caption: 'Configuration administrator: editor of a document template, with a preview beside it',
    show: openEditor,
  },
  {
    ...editor,
    name: 'document-template-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(documentTemplates.read);
      await driver.open(address);
      await driver.waitForSkeleton();
    },
  },
  {
    ...editor,
    name: 'document-template-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(documentTemplates.read);
      await driver.open(address);
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...editor,
    name: 'document-template-facts',
    state: 'placeholders, and a validation problem',
    show: async (driver) => {
      await openEditor(driver);
      const { page } = driver;
      const title = page.getByRole('textbox', { name: '标题', exact: true });
      await title.fill('关于“{{办件.标题}}”的{{没有此项}}');
      await page.getByText('可填内容', { exact: true }).click();
      await expect(page.getByRole('button', { name: '标题：没有占位符“没有此项”' })).toBeVisible();
    },
  },
  dialogOf({
    name: 'document-template-versions',
    state: 'versions of the template',
    shows: ['TemplateVersionsDialog'],
    button: /^版\s*本$/,
  }),
  dialogOf({
    name: 'document-template-json',
    state: 'the template as JSON',
    shows: ['TemplateJsonDialog'],
    button: /^代\s*码$/,
  }),
  dialogOf({
    name: 'document-template-withdraw',
    state: 'confirmation before the template is disabled',
    shows: ['WithdrawTemplateDialog'],
    button: /^停\s*用$/,
  }),
  {
    ...editor,
    name: 'document-template-publish',
    state: 'changes made by publishing',
    shows: ['PublishTemplateDialog'],
    show: async (driver) => {
      await openEditor(driver);
      const { page } = driver;
      await page.getByRole('textbox', { name: '标题', exact: true }).fill('关于“{{办件.标题}}”的答复');
      await page.getByRole('button', { name: /^发\s*布$/ }).click();
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'document-series-detail',
    screen: screens.documentSeries.path,
    state: 'documents that use the numbers of a series',
    who: screens.documentSeries.who,
    shows: ['SeriesDrawer'],
    show: async (driver) => {
      await openFull(driver, screens.documentSeries);
      await driver.main.getByRole('button', { name: /类文书使用 淳信访受$/ }).click();
      await expect(driver.page.getByRole('dialog').getByText('群众来信办理')).toBeVisible();
    },
  },
  {
    name: 'document-numbers',
    screen: screens.documentSeries.path,
    state: 'use of each number',
    who: screens.documentSeries.who,
    shows: ['SeriesNumbersDialog'],
    show: async (driver) => {
      await driver.alter(documentSeries.numbers, (data) => Object.assign(data as object, numbersOfSeries));
      await openFull(driver, screens.documentSeries);
      await driver.main.getByRole('button', { name: '使用情况 淳信访受' }).click();
      await expect(driver.page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
];
