import { expect, type Locator } from '@playwright/test';
import { copies } from '#contract/copies.ts';
import { handlerBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

const detail = { screen: '/affair/detail/:code' } as const;

async function openOffer(stage: Stage, name: string): Promise<Locator> {
  const bar = handlerBar(stage.page);
  const more = bar.getByRole('button', { name: '更多' });
  const own = bar.getByRole('button', { name, exact: true });
  await expect(more.or(own).first()).toBeVisible();
  if (await own.isVisible()) await own.click();
  else {
    await more.click();
    await stage.page
      .getByRole('menuitem', { name })
      .or(stage.page.getByRole('button', { name }))
      .last()
      .click();
  }
  const dialog = stage.page.getByRole('dialog', { name: new RegExp(`^${name}`) });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function openCopied(stage: Stage): Promise<void> {
  await stage.open('/copied');
  await stage.main
    .getByRole('link')
    .filter({ hasText: /\d{10}|./ })
    .first()
    .click();
  await expect(stage.main.getByText('抄送给我的')).toBeVisible();
}

/** Scenes of copies, urges and current handlers. */
export const copyScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'copy',
    state: 'receivers of a copy',
    who: people.receiver,
    shows: ['CopyDialog'],
    caption: 'A copy: people, positions and departments may read, the order does not move',
    show: async (stage) => {
      await stage.openTask('收件');
      await openOffer(stage, '抄送');
    },
  },
  {
    ...detail,
    name: 'urge',
    state: 'receivers of an urge',
    who: people.clerk,
    shows: ['UrgeDialog'],
    caption: 'An urge: receivers, message and reason',
    show: async (stage) => {
      await stage.openTask('收件', people.receiver);
      const dialog = await openOffer(stage, '催办');
      await expect(dialog.getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'urge-files',
    state: 'an urge with attachments',
    who: people.clerk,
    changes: true,
    show: async (stage) => {
      await stage.openTask('收件', people.receiver);
      const dialog = await openOffer(stage, '催办');
      await dialog.getByRole('textbox', { name: '催办内容' }).fill('来信人今天再次来电询问。');
      await dialog.locator('input[type="file"]').setInputFiles({
        name: '来电记录.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      });
      await expect(dialog.getByText('来电记录.pdf')).toBeVisible();
      await dialog.getByText('来电记录.pdf').scrollIntoViewIfNeeded();
    },
  },
  {
    ...detail,
    name: 'added-papers',
    state: 'an order to which the initiator added materials later',
    who: people.clerk,
    changes: true,
    show: async (stage) => {
      await stage.openTask('收件', people.receiver);
      const dialog = await openOffer(stage, '补充材料');
      await dialog.getByRole('textbox', { name: '补充说明' }).fill('来信人又寄来现场照片。');
      await dialog.locator('input[type="file"]').setInputFiles({
        name: '现场照片.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      });
      await expect(dialog.getByText('附件 1 / 10')).toBeVisible();
      await dialog.getByRole('button', { name: '确认补充材料' }).click();
      await stage.main.getByRole('button', { name: '现场照片.pdf' }).scrollIntoViewIfNeeded();
    },
  },
  {
    ...detail,
    name: 'current-handlers',
    state: 'current handlers of the order',
    who: people.receiver,
    shows: ['CurrentHandlersDialog'],
    show: async (stage) => {
      await stage.openTask('收件');
      await stage.main.getByRole('button', { name: '当前处理人' }).click();
      await expect(stage.page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'copied-order',
    state: 'an order opened by a receiver of a copy',
    who: people.leader,
    show: async (stage) => openCopied(stage),
  },
  {
    ...detail,
    name: 'copy-readers',
    state: 'readers of a copy',
    who: people.leader,
    shows: ['CopyReadersDialog'],
    show: async (stage) => {
      await openCopied(stage);
      await stage.main.getByRole('button', { name: '阅读情况' }).first().click();
      await expect(stage.page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
];

/** The list of copies, whose states are made like those of all lists. */
export const copiedList = {
  name: 'copied',
  path: '/copied',
  heading: '抄送我的',
  who: people.leader,
  endpoint: copies.page,
  empty: /^暂无/,
  caption: 'Copies sent to me, unread first',
} as const;
