import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { writeXlsx } from 'hucre/xlsx';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type FirstSteps, firstSteps } from '#contract/first-steps.ts';
import { type InstallationFigures, type InstallationState, installation } from '#contract/installation.ts';
import { officeOrganisations } from '#contract/office-organisations.ts';
import { officePosts, officeWindows } from '#contract/office-parts.ts';
import { type CurrentUser, session } from '#contract/session.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import { dialogOf, scenesOf } from './scenes-of-administration.ts';
import type { ScreenDriver } from './screen-driver.ts';

const steps = {
  name: 'first-steps',
  path: '/business/first-steps',
  heading: '开始使用',
  who: people.systemAdmin,
  endpoint: firstSteps.show,
  caption: 'System administrator: remaining steps before the first order',
} as const;
const operation = {
  name: 'operation',
  path: '/business/operation',
  heading: '系统运行',
  who: people.systemAdmin,
  endpoint: installation.figures,
  fixValues: async (driver: ScreenDriver) => {
    await driver.alter(installation.show, fixInstallation);
    await driver.alter(installation.figures, fixFigures);
  },
  caption: 'System administrator: health of the portal, waiting work, remaining resources, running processes',
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

/** Returns a sheet with an added row, a changed one and one with errors. */
async function makeSheet(): Promise<Buffer> {
  const head = ['岗位编码', '岗位名称', '所属机构编码', '顺序'];
  const rows = [
    ['window-guide', '窗口引导岗', '330127-zwb', 14],
    ['undertaker', '承办联络员岗', null, 13],
    ['坏 编码', '无名', 'nowhere', -1],
  ];
  return Buffer.from(await writeXlsx({ sheets: [{ name: '岗位', rows: [head, ...rows] }] }));
}

/** Downloads the office's configuration bundle, as for another office. */
async function downloadBundle({ page }: ScreenDriver): Promise<Buffer> {
  const downloadEvent = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出配置包' }).click();
  return await readFile(await (await downloadEvent).path());
}

/** Fixes server, keys and versions, which differ in each run. */
function fixInstallation(data: unknown): void {
  const state = data as InstallationState;
  state.markedAt = '2025-11-20T01:30:00.000Z';
  state.process = { id: 'server-1', startedAt: '2026-11-18T23:02:00.000Z' };
  state.versions = { ...state.versions, node: '24.21.0', postgres: '18.4' };
  state.keys = [
    { name: 'audit.key', fingerprint: 'cb0eddbf' },
    { name: 'encryption.key', fingerprint: '32eda3ea' },
  ];
}

/** Fixes the figures of the process, its disk and the sessions, which differ in each run. */
function fixFigures(data: unknown): void {
  const figures = data as InstallationFigures;
  Object.assign(figures, { turnDelay: 1, memory: 288e6, streams: 31 });
  figures.pool = { most: 20, used: 2, idle: 6, waiting: 0, isSilent: false };
  figures.disks = [{ folder: 'data', free: 118e9, size: 250e9 }];
  figures.checks = [
    { check: 'folders', state: 'ok', text: '目录可写' },
    { check: 'fonts', state: 'ok', text: '字体齐全' },
  ];
  if (figures.database === null) return;
  Object.assign(figures.database, {
    servers: 2,
    sessions: 46,
    bytes: 61e6,
    anchorAge: 1_320,
    tables: [
      { name: 'areas', label: '行政区划', bytes: 22e6 },
      { name: 'audit_links', label: '审计记录', bytes: 3e6 },
      { name: 'order_query_places', label: '综合查询索引的位置', bytes: 2e6 },
    ],
  });
}

/** Sets all problems that an operator may find. */
function addProblems(data: unknown): void {
  fixFigures(data);
  const figures = data as InstallationFigures;
  const { database } = figures;
  if (database === null) return;
  figures.disks = [
    { folder: 'data', free: 1.2e9, size: 250e9 },
    { folder: 'audit', free: 4.4e9, size: 100e9 },
  ];
  figures.checks.push({
    check: 'audit-place',
    state: 'fault',
    text: '审计锚点目录没有本系统的标记：磁盘可能没有挂载。',
  });
  figures.certificates = [{ name: '淳安县信访局', until: '2026-12-02T00:00:00.000Z', daysLeft: 12 }];
  Object.assign(database, {
    lastBackupAt: '2026-11-16T18:00:00.000Z',
    failed: [
      { id: '71', task: 'export.write', tries: 3, triesAtMost: 25, nextAt: '2026-11-20T02:30:00.000Z' },
      { id: '72', task: 'archive.make', tries: 7, triesAtMost: 25, nextAt: '2026-11-20T04:10:00.000Z' },
    ],
  });
}

/** Adds a person and a role with duties that should be separate, as in an office with too few people. */
function joinDuties(data: unknown): void {
  fixInstallation(data);
  const { access } = data as InstallationState;
  Object.assign(access, { separatesDuties: false, factorAfterSignOn: false });
  const duties = '系统管理、安全管理、审计管理';
  access.joined = [
    { kind: 'person', code: 'tianye', name: '田野', duties, objectId: 'staff-tianye' },
    {
      kind: 'role',
      code: 'office-keeper',
      name: '综合管理岗（县信访局与信访联席会议办公室）',
      duties,
      objectId: 'office-keeper',
    },
  ];
}

/** Sets the answer of an office on its first day: only the first administrator exists. */
function setFirstDay(data: unknown): void {
  const steps = data as FirstSteps;
  const finishedSteps = new Set(['holidays']);
  steps.officeName = '';
  const laterSteps = new Set(['forms', 'processes', 'items', 'firstOrder']);
  for (const step of steps.steps)
    Object.assign(step, {
      isDone: finishedSteps.has(step.code),
      isMine: !laterSteps.has(step.code),
      doers: [],
    });
  for (const key of Object.keys(steps.figures) as (keyof FirstSteps['figures'])[]) steps.figures[key] = 0;
  steps.figures.organisations = 1;
}

/** Fingerprint of a key, which differs in every installation. */
const fingerprint = '4f0a-91c7-d2e8-3b56-7a1d-c094-8e2f-51b3';
const fixSigner = (data: unknown) => void Object.assign(data as object, { signer: fingerprint });
const fixOwnSigner = (data: unknown) =>
  fixSigner((data as OutputOf<typeof configurationBundle.preview>).source);

/**
 * Changes the preview into one of another office's configuration bundle, not yet compared, without the parts
 * that another administrator role imports.
 */
function setOtherOffice(data: unknown): void {
  const preview = data as OutputOf<typeof configurationBundle.preview>;
  Object.assign(preview.source, {
    office: '青溪县人民政府',
    isOwn: false,
    isKnown: false,
    signer: fingerprint,
  });
  preview.wrong = 2;
  preview.problems = [
    {
      part: 'processes',
      name: '群众来信办理',
      message: '环节“受理审查”的处理人：没有编码为“examiner”的岗位',
    },
    { part: 'items', name: '群众来信办理', message: '请选择受理机构' },
  ];
}

async function importOwnBundle(driver: ScreenDriver): Promise<void> {
  const { page, open } = driver;
  await driver.alter(configurationBundle.exportBundle, fixSigner);
  await open('/business/office-package');
  const buffer = await downloadBundle(driver);
  await page
    .getByLabel('选择或拖入办公配置包')
    .setInputFiles({ name: '办公配置包.zip', mimeType: 'application/zip', buffer });
  await expect(page.getByText('由系统管理员导入同一个文件').first()).toBeVisible();
}

export const officeScenes: readonly Scene[] = [
  ...[steps, operation, organisations, windows, posts].flatMap((screen) => scenesOf(screen)),
  {
    name: 'office-package',
    screen: '/business/office-package',
    state: 'full',
    who: people.configAdmin,
    caption: 'Configuration administrator: export and import of the configuration of the office as a file',
    show: async (driver) => {
      await driver.alter(configurationBundle.preview, fixOwnSigner);
      await importOwnBundle(driver);
    },
  },
  {
    name: 'office-package-stranger',
    screen: '/business/office-package',
    state: 'bundle of an unverified sender, with problems',
    who: people.configAdmin,
    show: async (driver) => {
      await driver.alter(configurationBundle.preview, setOtherOffice);
      await importOwnBundle(driver);
      await driver.page.getByText('已与对方核对，指纹一致').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'first-steps-first-day',
    screen: steps.path,
    state: 'an office on its first day',
    who: steps.who,
    show: async (driver) => {
      await driver.alter(firstSteps.show, setFirstDay);
      await driver.open(steps.path);
      await expect(driver.page.getByText('开始使用前要完成的设置')).toBeVisible();
    },
  },
  {
    name: 'operation-trouble',
    screen: operation.path,
    state: 'an old backup, a full disk, failed jobs',
    who: operation.who,
    show: async (driver) => {
      await driver.alter(installation.show, fixInstallation);
      await driver.alter(installation.figures, addProblems);
      await driver.open(operation.path);
      await expect(driver.page.getByText(/已暂停上传附件/)).toBeVisible();
    },
  },
  {
    name: 'operation-access',
    screen: operation.path,
    state: 'joined duties, with a link to the audit log',
    who: operation.who,
    show: async (driver) => {
      await driver.alter(installation.show, joinDuties);
      await driver.alter(installation.figures, fixFigures);
      await driver.alter(session.currentUser, (data) => {
        (data as CurrentUser).permissions.push('audit:read');
      });
      await driver.open(operation.path);
      await driver.page.getByRole('link', { name: '田野的审计记录' }).scrollIntoViewIfNeeded();
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
    state: 'move of an organisation, with its effects',
    who: organisations.who,
    shows: ['MoveOrganisationDialog'],
    show: async ({ open, page, main }) => {
      await open(organisations.path);
      await main.getByRole('table').getByRole('button').first().click();
      await main.getByRole('button', { name: '更多' }).click();
      await page.getByRole('menuitem', { name: '移到…' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'organisation-people',
    screen: organisations.path,
    state: 'the people of an organisation',
    who: organisations.who,
    show: async ({ open, main }) => {
      await open(organisations.path);
      await main.getByRole('tab', { name: /^人员/ }).click();
      await expect(main.getByRole('link', { name: /^在“账号”中查看全部/ })).toBeVisible();
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
    state: 'hall in use that cannot be deleted',
    shows: ['RemoveDialog'],
    button: '删除',
  }),
  dialogOf(posts, {
    name: 'sheet-import',
    state: 'a spreadsheet with errors',
    shows: ['SheetImportDialog'],
    button: '导入岗位',
    afterOpening: async ({ page }) => {
      const file = { name: '岗位.xlsx', mimeType: 'application/octet-stream', buffer: await makeSheet() };
      await page.getByTestId('sheet-chooser').setInputFiles(file);
      await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
    },
  }),
];
