import { expect } from '@playwright/test';
import { documentTemplates } from '#contract/document-templates.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

const editor = { screen: '/business/document-templates/:taskCode/:code', who: people.configAdmin } as const;
const address = '/business/document-templates/petition-letter/reply';

/** The reply to a letter as it is written, drawn beside. */
async function openEditor({ open, page }: Stage): Promise<void> {
  await open(address);
  await expect(page.getByRole('heading', { name: '处理意见书', level: 1 })).toBeVisible();
  await expect(page.getByRole('document', { name: '文书预览' }).locator('canvas').first()).toBeVisible();
}

/** A dialog that one of the buttons in the bar opens. */
function dialogOf(scene: { name: string; state: string; shows: readonly string[]; button: RegExp }): Scene {
  const { button, ...rest } = scene;
  return {
    ...editor,
    ...rest,
    show: async (stage) => {
      await openEditor(stage);
      await stage.page.getByRole('button', { name: button }).click();
      await expect(stage.page.getByRole('dialog')).toBeVisible();
    },
  };
}

export const templateScenes: readonly Scene[] = [
  {
    ...editor,
    name: 'document-template',
    state: 'full',
    caption: 'Configuration administrator: a paper is written, and drawn beside',
    show: openEditor,
  },
  {
    ...editor,
    name: 'document-template-loading',
    state: 'loading',
    show: async (stage) => {
      await stage.withhold(documentTemplates.read);
      await stage.open(address);
      await stage.waitForSkeleton();
    },
  },
  {
    ...editor,
    name: 'document-template-failed',
    state: 'failed',
    show: async (stage) => {
      await stage.fail(documentTemplates.read);
      await stage.open(address);
      await expect(stage.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...editor,
    name: 'document-template-facts',
    state: 'what may be put in, and what is wrong',
    show: async (stage) => {
      await openEditor(stage);
      const { page } = stage;
      const title = page.getByRole('textbox', { name: '标题', exact: true });
      await title.fill('关于“{{办件.标题}}”的{{没有此项}}');
      await page.getByText('可填内容', { exact: true }).click();
      await expect(page.getByRole('button', { name: '标题：没有占位符“没有此项”' })).toBeVisible();
    },
  },
  dialogOf({
    name: 'document-template-versions',
    state: 'its versions',
    shows: ['TemplateVersionsDialog'],
    button: /^版\s*本$/,
  }),
  dialogOf({
    name: 'document-template-json',
    state: 'it as a text',
    shows: ['TemplateJsonDialog'],
    button: /^代\s*码$/,
  }),
  dialogOf({
    name: 'document-template-withdraw',
    state: 'asking before it is withdrawn',
    shows: ['WithdrawTemplateDialog'],
    button: /^停\s*用$/,
  }),
  {
    ...editor,
    name: 'document-template-publish',
    state: 'what publishing changes',
    shows: ['PublishTemplateDialog'],
    show: async (stage) => {
      await openEditor(stage);
      const { page } = stage;
      await page.getByRole('textbox', { name: '标题', exact: true }).fill('关于“{{办件.标题}}”的答复');
      await page.getByRole('button', { name: /^发\s*布$/ }).click();
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
];
