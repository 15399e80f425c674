import { expect, type Locator } from '@playwright/test';
import { copies } from '#contract/copies.ts';
import { handlerBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const detail = { screen: '/affair/detail/:code' } as const;

async function openOffer(driver: ScreenDriver, name: string): Promise<Locator> {
  const bar = handlerBar(driver.page);
  const more = bar.getByRole('button', { name: '更多' });
  const button = bar.getByRole('button', { name, exact: true });
  await expect(more.or(button).first()).toBeVisible();
  if (await button.isVisible()) await button.click();
  else {
    await more.click();
    await driver.page
      .getByRole('menuitem', { name })
      .or(driver.page.getByRole('button', { name }))
      .last()
      .click();
  }
  const dialog = driver.page.getByRole('dialog', { name: new RegExp(`^${name}`) });
  await expect(dialog).toBeVisible();
  return dialog;
}

async function openCopied(driver: ScreenDriver): Promise<void> {
  await driver.open('/copied');
  await driver.main
    .getByRole('link')
    .filter({ hasText: /\d{10}|./ })
    .first()
    .click();
  await expect(driver.main.getByText('抄送给我的')).toBeVisible();
}

/** Scenes of copies, urges and current handlers. */
export const copyScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'copy',
    state: 'recipients of a copy',
    who: people.receiver,
    shows: ['CopyDialog'],
    caption: 'A copy: people, posts and departments may read, the order does not move',
    show: async (driver) => {
      await driver.openTask('收件');
      await openOffer(driver, '抄送');
    },
  },
  {
    ...detail,
    name: 'urge',
    state: 'recipients of an urge',
    who: people.clerk,
    shows: ['UrgeDialog'],
    caption: 'An urge: recipients, message and reason',
    show: async (driver) => {
      await driver.openTask('收件', people.receiver);
      const dialog = await openOffer(driver, '催办');
      await expect(dialog.getByRole('checkbox').first()).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'urge-files',
    state: 'an urge with attachments',
    who: people.clerk,
    changesWorld: true,
    show: async (driver) => {
      await driver.openTask('收件', people.receiver);
      const dialog = await openOffer(driver, '催办');
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
    changesWorld: true,
    show: async (driver) => {
      await driver.openTask('收件', people.receiver);
      const dialog = await openOffer(driver, '补充材料');
      await dialog.getByRole('textbox', { name: '补充说明' }).fill('来信人又寄来现场照片。');
      await dialog.locator('input[type="file"]').setInputFiles({
        name: '现场照片.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
      });
      await expect(dialog.getByText('附件 1 / 10')).toBeVisible();
      await dialog.getByRole('button', { name: '确认补充材料' }).click();
      await driver.main.getByRole('button', { name: '现场照片.pdf' }).scrollIntoViewIfNeeded();
    },
  },
  {
    ...detail,
    name: 'current-handlers',
    state: 'current handlers of the order',
    who: people.receiver,
    shows: ['CurrentHandlersDialog'],
    show: async (driver) => {
      await driver.openTask('收件');
      await driver.main.getByRole('button', { name: '当前处理人' }).click();
      await expect(driver.page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'limit-explained',
    state: 'explanation of the due date',
    who: people.receiver,
    shows: ['LimitDialog'],
    caption: 'Why the limit of an order ends on its day: counted days, days off, pauses',
    show: async (driver) => {
      await driver.openTask('收件');
      await driver.main.getByRole('button', { name: /^全程/ }).click();
      await expect(driver.page.getByRole('dialog').getByRole('region', { name: '时限明细' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'copied-order',
    state: 'an order opened by a recipient of a copy',
    who: people.leader,
    show: async (driver) => openCopied(driver),
  },
  {
    ...detail,
    name: 'copy-readers',
    state: 'readers of a copy',
    who: people.leader,
    shows: ['CopyReadersDialog'],
    show: async (driver) => {
      await openCopied(driver);
      await driver.main.getByRole('button', { name: '阅读情况' }).first().click();
      await expect(driver.page.getByRole('dialog').getByRole('table')).toBeVisible();
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
