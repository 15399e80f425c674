import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { firstSteps } from '#contract/first-steps.ts';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { officePosts, officeWindows } from '#contract/office-parts.ts';
import { operation } from '#contract/operation.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import { dialogOf, scenesOf } from './scenes-of-administration.ts';
import type { Stage } from './stage.ts';

const steps = {
  name: 'first-steps',
  path: '/business/first-steps',
  heading: '开始使用',
  who: people.systemAdmin,
  endpoint: firstSteps.show,
  caption: 'System administrator: what is still to be done before the first order',
} as const;
const running = {
  name: 'operation',
  path: '/business/operation',
  heading: '系统运行',
  who: people.systemAdmin,
  endpoint: operation.figures,
  caption: 'System administrator: whether the portal is well, what waits, what is left, what runs',
} as const;
const organisations = {
  name: 'organisations',
  path: '/business/organisations',
  heading: '机构',
  who: people.systemAdmin,
  endpoint: officeOrganisations.list,
  caption: 'System administrator: the tree of organisations',
} as const;
const windows = {
  name: 'windows',
  path: '/business/windows',
  heading: '大厅与窗口',
  who: people.systemAdmin,
  endpoint: officeWindows.list,
  caption: 'System administrator: halls and windows',
} as const;
const posts = {
  name: 'posts',
  path: '/business/posts',
  heading: '岗位与用户组',
  who: people.systemAdmin,
  endpoint: officePosts.list,
  caption: 'System administrator: posts and user groups',
} as const;

/** A sheet with an added row, a changed one and one with faults. */
async function sheet(): Promise<Buffer> {
  const head = ['岗位编码', '岗位名称', '所属机构编码', '顺序'];
  const rows = [
    ['window-guide', '窗口引导岗', '330127-zwb', 14],
    ['undertaker', '承办联络员岗', null, 13],
    ['坏 编码', '无名', 'nowhere', -1],
  ];
  return Buffer.from(await writeXlsx({ sheets: [{ name: '岗位', rows: [head, ...rows] }] }));
}

/** What the office is configured with, as it is given to another. */
async function ownPackage({ page }: Stage): Promise<Buffer> {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出配置包' }).click();
  return await readFile(await (await saving).path());
}

export const officeScenes: readonly Scene[] = [
  ...[steps, running, organisations, windows, posts].flatMap((screen) => scenesOf(screen)),
  {
    name: 'office-package',
    screen: '/business/office-package',
    state: 'full',
    who: people.configAdmin,
    caption: 'Configuration administrator: the configuration of the office goes out and comes in as a file',
    show: async (stage) => {
      const { page, open } = stage;
      await open('/business/office-package');
      const buffer = await ownPackage(stage);
      await page
        .getByLabel('选择或拖入办公配置包')
        .setInputFiles({ name: '办公配置包.zip', mimeType: 'application/zip', buffer });
      await expect(page.getByText('由系统管理员导入同一个文件').first()).toBeVisible();
    },
  },
  dialogOf(organisations, {
    name: 'organisation-new',
    state: 'a new organisation',
    shows: ['OrganisationDialog'],
    button: '新建机构',
  }),
  {
    name: 'organisation-move',
    screen: organisations.path,
    state: 'moving, with all that hangs on it',
    who: organisations.who,
    shows: ['MoveOrganisationDialog'],
    show: async ({ open, page, main }) => {
      await open(organisations.path);
      await main.getByRole('table').getByRole('button').first().click();
      await main.getByRole('button', { name: '移到…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  dialogOf(windows, {
    name: 'window-new',
    state: 'a new window',
    shows: ['PartDialog'],
    button: '新建窗口',
  }),
  dialogOf(windows, {
    name: 'hall-remove',
    state: 'before a hall goes',
    shows: ['RemoveDialog'],
    button: '删除',
  }),
  dialogOf(posts, {
    name: 'sheet-import',
    state: 'a sheet with faults',
    shows: ['SheetImportDialog'],
    button: '导入岗位',
    and: async ({ page }) => {
      const file = { name: '岗位.xlsx', mimeType: 'application/octet-stream', buffer: await sheet() };
      await page.getByTestId('sheet-chooser').setInputFiles(file);
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  }),
];
