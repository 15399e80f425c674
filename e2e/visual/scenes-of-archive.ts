import { expect } from '@playwright/test';
import { type ArchiveEntry, type ArchivePackage, archive, type UsageRecord } from '#contract/archive.ts';
import { type ArchiveHandOver, archiveHandOvers } from '#contract/archive-hand-overs.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { pressInRow } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const who = people.archivist;
const list = { screen: '/business/archive', who } as const;
const retrievalLog = { screen: '/business/archive/retrievals', who } as const;
const handOverList = { screen: '/business/archive/hand-overs', who } as const;

const id = '018f0000-0000-7000-8000-000000000001';
const digest = '4d1441e34a3d55121636fb9d8308e7859f13f5242face6498463876fdd6939dd';
const entry = (change: Partial<ArchiveEntry>, number: number): ArchiveEntry => ({
  id: `018f0000-0000-7000-8000-00000000000${number}`,
  number: `J068-WS·2026-D30-LX-000${number}`,
  code: `202600018${number}`,
  title: '反映石门村土地流转租金未兑现',
  taskCode: 'petition-letter',
  itemName: '群众来信办理',
  orgName: '淳安县信访局',
  fonds: 'J068',
  year: 2026,
  period: 'D30',
  concludedOn: `2026-11-0${number}`,
  keptUntil: '2056-12-31',
  expired: false,
  prolonged: null,
  appraisal: null,
  destroyedOn: null,
  state: 'kept',
  reason: '',
  version: 1,
  files: 3,
  size: 1_482_301,
  madeAt: '2026-11-09T02:11:00.000Z',
  found: 'whole',
  checkedAt: '2026-11-19T18:37:00.000Z',
  handOver: null,
  ...change,
});
const handOver = { id, number: 'YJ2026-0001', state: 'done' } as const;
const rows = [
  entry({}, 6),
  entry({ title: '请求硬化文昌镇下坞村通组道路', found: null, checkedAt: null }, 5),
  entry(
    { title: '绿源食品厂拖欠22名工人工资', state: 'failed', reason: '附件“工资表.xlsx”缺失', version: 0 },
    4,
  ),
  entry({ title: '反映上江村征迁安置房逾期未交付', found: 'changed' }, 3),
  entry({ title: '举报千岛人家顶楼住户违法搭建', handOver: { ...handOver, state: 'prepared' } }, 2),
  entry({ title: '立新纺织厂喷漆废气直排', handOver }, 1),
];
const part = (path: string, title: string, size: number) => ({ path, title, size, sha256: digest });
const archivePackage: ArchivePackage = {
  version: 1,
  size: 1_482_301,
  sha256: digest,
  madeAt: '2026-11-09T02:11:00.000Z',
  files: 3,
  destroyed: false,
  found: 'whole',
  checkedAt: '2026-11-19T18:37:00.000Z',
  handOver: null,
  parts: [
    part('打开查看.html', '离线查看页', 8_120),
    part('元数据.xml', '元数据（DA/T 46、48）', 11_004),
    part('办件.json', '办件数据', 7_233),
    part('文书/答复意见书.pdf', '答复意见书.pdf', 184_223),
    part('材料/来信扫描件.pdf', '来信扫描件.pdf', 1_203_885),
    part('校验值.sha256', '校验值', 440),
  ],
};
const retrieval = (change: Partial<UsageRecord>): UsageRecord => ({
  id: '1',
  workorderId: id,
  number: 'J068-WS·2026-D30-LX-0001',
  title: '反映石门村土地流转租金未兑现',
  version: 1,
  kind: 'look',
  purpose: '信访事项复查',
  staffName: '方宁',
  orgName: '淳安县信访局',
  at: '2026-11-20T01:12:00.000Z',
  ...change,
});
const retrievals = [
  retrieval({}),
  retrieval({
    id: '2',
    kind: 'download',
    purpose: '移交淳安县档案馆（YJ2026-0001）',
    at: '2026-11-18T06:40:00.000Z',
  }),
];
const handOvers: ArchiveHandOver[] = [
  {
    id,
    number: 'YJ2026-0002',
    receiver: '淳安县档案馆',
    note: '',
    state: 'prepared',
    packages: 41,
    size: 62_412_001,
    madeAt: '2026-11-19T02:00:00.000Z',
    madeBy: '方宁',
    handedOn: null,
    receivedBy: '',
  },
  {
    id: `${id.slice(0, -1)}2`,
    number: 'YJ2026-0001',
    receiver: '淳安县档案馆',
    note: '2025年度',
    state: 'done',
    packages: 128,
    size: 203_412_001,
    madeAt: '2026-06-19T02:00:00.000Z',
    madeBy: '方宁',
    handedOn: '2026-06-22',
    receivedBy: '周敏',
  },
];

/** Selects the first row of a tab of the catalogue. */
async function selectFirstRow(driver: ScreenDriver, tab: string): Promise<void> {
  await openList(driver);
  await driver.main.getByRole('tab', { name: tab }).click();
  await driver.main.getByRole('row').nth(1).getByRole('checkbox').check();
}

async function openList(driver: ScreenDriver): Promise<void> {
  await driver.alter(archive.page, (data) => Object.assign(data as object, { rows, total: rows.length }));
  await driver.alter(archive.figures, (data) =>
    Object.assign(data as object, {
      all: 6,
      failed: 1,
      broken: 1,
      expired: 2,
      doomed: 1,
      proposals: 1,
      waiting: 0,
    }),
  );
  await driver.open(list.screen);
  await expect(driver.main.getByText('立新纺织厂喷漆废气直排')).toBeVisible();
}

async function openEntry(driver: ScreenDriver): Promise<void> {
  const answer = { ...entry({}, 6), packages: [archivePackage], retrievals };
  await driver.page.route(
    (url) => url.pathname === archive.detail.path.replace(':id', answer.id),
    (route) => route.fulfill({ json: { errcode: 0, code: 200, data: answer } }),
  );
  await openList(driver);
  await pressInRow(driver.main.getByRole('button', { name: '查看' }).first());
  await expect(driver.page.getByRole('dialog').getByText('离线查看页')).toBeVisible();
}

const html = `<!doctype html><meta charset="utf-8"><body style="font:15px serif;max-width:800px;margin:24px auto">
<h1>反映石门村土地流转租金未兑现</h1><p>档号 J068-WS·2026-D30-LX-0006</p></body>`;

async function openHandOvers(driver: ScreenDriver): Promise<void> {
  await driver.alter(archiveHandOvers.page, (data) =>
    Object.assign(data as object, { rows: handOvers, total: handOvers.length }),
  );
  await driver.open(handOverList.screen);
  await expect(driver.main.getByText('YJ2026-0002').first()).toBeVisible();
}

/** Returns the scenes of the states that every list has. */
export function usualScenes(
  list: { screen: string; who: typeof who },
  name: string,
  endpoint: Endpoint,
  emptyText: string,
): Scene[] {
  return [
    {
      ...list,
      name: `${name}-empty`,
      state: 'empty',
      show: async (driver) => {
        await driver.clear(endpoint);
        await driver.open(list.screen);
        await expect(driver.main.getByText(emptyText)).toBeVisible();
      },
    },
    {
      ...list,
      name: `${name}-loading`,
      state: 'loading',
      show: async (driver) => {
        await driver.leaveUnanswered(endpoint);
        await driver.open(list.screen);
        await driver.waitForSkeleton();
      },
    },
    {
      ...list,
      name: `${name}-failed`,
      state: 'failed',
      show: async (driver) => {
        await driver.fail(endpoint);
        await driver.open(list.screen);
        await expect(driver.main.getByRole('alert').first()).toBeVisible();
      },
    },
  ];
}

/** Scenes of 档案: concluded orders, the people who read them, and transfers. */
export const archiveScenes: readonly Scene[] = [
  { ...list, name: 'archive', state: 'full', caption: 'The archive catalogue', show: openList },
  ...usualScenes(list, 'archive', archive.page, '没有档案'),
  {
    ...retrievalLog,
    name: 'archive-retrievals',
    state: 'full',
    show: async (driver) => {
      await driver.alter(archive.usageRecords, (data) =>
        Object.assign(data as object, { rows: retrievals, total: retrievals.length }),
      );
      await driver.open(retrievalLog.screen);
      await expect(driver.main.getByText('信访事项复查')).toBeVisible();
    },
  },
  ...usualScenes(retrievalLog, 'archive-retrievals', archive.usageRecords, '没有利用记录'),
  { ...handOverList, name: 'archive-hand-overs', state: 'full', show: openHandOvers },
  ...usualScenes(handOverList, 'archive-hand-overs', archiveHandOvers.page, '没有移交批次'),
  {
    ...list,
    name: 'archive-appraisal',
    state: 'appraisal of an entry with an expired retention period',
    shows: ['AppraisalDialog'],
    show: async (driver) => {
      await selectFirstRow(driver, '到期鉴定');
      await driver.page.getByRole('button', { name: /^鉴\s*定$/ }).click();
      await expect(driver.page.getByLabel('鉴定理由')).toBeVisible();
    },
  },
  {
    ...list,
    name: 'archive-prepare-destruction',
    state: 'compilation of a destruction list',
    shows: ['PrepareDestructionDialog'],
    show: async (driver) => {
      await selectFirstRow(driver, '拟销毁');
      await driver.page.getByRole('button', { name: '编制销毁清册' }).click();
      await expect(driver.page.getByLabel('备注')).toBeVisible();
    },
  },
  {
    ...list,
    name: 'archive-entry',
    state: 'one entry with its package',
    shows: ['ArchiveEntryDialog'],
    caption: 'One archive package with its parts',
    show: openEntry,
  },
  {
    ...list,
    name: 'archive-purpose',
    state: 'question about the purpose of a retrieval',
    shows: ['RetrievalDialog'],
    show: async (driver) => {
      await openEntry(driver);
      await driver.page
        .getByRole('dialog')
        .getByRole('button', { name: /^查\s*阅$/ })
        .click();
      await expect(driver.page.getByLabel('利用目的')).toBeVisible();
    },
  },
  {
    ...list,
    name: 'archive-page',
    state: 'the viewer page of a package',
    shows: ['ArchivePageDialog'],
    show: async (driver) => {
      await driver.page.route(
        (url) => url.pathname.endsWith('/look'),
        (route) => route.fulfill({ json: { errcode: 0, code: 200, data: { html } } }),
      );
      await openEntry(driver);
      await driver.page
        .getByRole('dialog')
        .getByRole('button', { name: /^查\s*阅$/ })
        .click();
      await driver.page.getByLabel('利用目的').fill('信访事项复查');
      await driver.page.getByRole('button', { name: '登记并查阅' }).click();
      const frame = driver.page.frameLocator('iframe[title="反映石门村土地流转租金未兑现"]');
      await expect(frame.getByRole('heading')).toBeVisible();
    },
  },
  {
    ...list,
    name: 'archive-settings',
    state: 'the parts of archive numbers',
    shows: ['ArchiveSettingsDialog'],
    show: async (driver) => {
      await openList(driver);
      await driver.page.getByRole('button', { name: '归档设置' }).click();
      await expect(driver.page.getByRole('textbox', { name: '淳安县信访局的全宗号' })).toBeVisible();
    },
  },
  {
    ...list,
    name: 'archive-prepare-hand-over',
    state: 'preparation of a hand-over to an archive',
    shows: ['PrepareHandOverDialog'],
    show: async (driver) => {
      await openList(driver);
      await driver.page.getByRole('button', { name: '编制移交清单' }).click();
      await expect(driver.page.getByLabel('接收单位')).toBeVisible();
    },
  },
  {
    ...handOverList,
    name: 'archive-hand-over-confirm',
    state: 'registration of a completed hand-over',
    shows: ['HandOverMutationDialog'],
    show: async (driver) => {
      await openHandOvers(driver);
      await pressInRow(driver.main.getByRole('button', { name: '登记移交' }).first(), '登记移交');
      await expect(driver.page.getByLabel('接收人')).toBeVisible();
    },
  },
];
