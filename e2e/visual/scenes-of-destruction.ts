import { expect } from '@playwright/test';
import {
  type ArchiveDestruction,
  archiveDestructions,
  type DestructionItem,
} from '#contract/archive-destructions.ts';
import { pressInRow } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import { usualScenes } from './scenes-of-archive.ts';
import type { ScreenDriver } from './screen-driver.ts';

const who = people.archivist;
const registerList = { screen: '/business/archive/destructions', who } as const;
const itemList = { screen: '/business/archive/destruction-items', who } as const;

const id = '018f0000-0000-7000-8000-000000000001';
const digest = '4d1441e34a3d55121636fb9d8308e7859f13f5242face6498463876fdd6939dd';
const destruction = (change: Partial<ArchiveDestruction>): ArchiveDestruction => ({
  id,
  number: 'XH2026-0002',
  orgName: '淳安县信访局',
  note: '',
  state: 'proposed',
  entries: 3,
  size: 4_412_001,
  madeAt: '2026-11-19T02:00:00.000Z',
  madeBy: '孙磊',
  decidedAt: null,
  decidedBy: '',
  opinion: '',
  doneAt: null,
  canApprove: true,
  ...change,
});
const destructions = [
  destruction({}),
  destruction({
    id: `${id.slice(0, -1)}2`,
    number: 'XH2026-0001',
    state: 'done',
    entries: 12,
    madeBy: '方宁',
    decidedBy: '孙磊',
    opinion: '经局长办公会研究，同意销毁。',
    decidedAt: '2026-06-22T03:00:00.000Z',
    doneAt: '2026-06-22T03:01:00.000Z',
    canApprove: false,
  }),
];
const item = (place: number, title: string): DestructionItem => ({
  id: `${id}.${place}`,
  register: 'XH2026-0002',
  state: 'proposed',
  place,
  number: `J068-WS·2015-D10-LX-000${place}`,
  code: `201500001${place}`,
  title,
  itemName: '群众来信办理',
  orgName: '淳安县信访局',
  year: 2015,
  period: 'D10',
  prolonged: place === 1 ? 'D10' : null,
  concludedOn: `2015-06-1${place}`,
  keptUntil: '2025-12-31',
  versions: 1,
  files: 3,
  size: 1_482_301,
  sha256: digest,
  reason: '保管期满，已无保存价值',
  appraisedBy: '孙磊',
  handedOver: '',
  madeBy: '孙磊',
  decidedBy: '',
  doneAt: null,
});
const items = [
  item(1, '反映石门村土地流转租金未兑现'),
  item(2, '请求硬化文昌镇下坞村通组道路'),
  item(3, '立新纺织厂喷漆废气直排'),
];

async function openDestructions(driver: ScreenDriver): Promise<void> {
  await driver.alter(archiveDestructions.page, (data) =>
    Object.assign(data as object, { rows: destructions, total: destructions.length }),
  );
  await driver.open(registerList.screen);
  await expect(driver.main.getByText('XH2026-0002')).toBeVisible();
}

/** Scenes of 销毁清册: entries that one archivist proposes to destroy and another approves. */
export const destructionScenes: readonly Scene[] = [
  {
    ...registerList,
    name: 'archive-destructions',
    state: 'full',
    caption: 'Destruction lists, proposed and completed',
    show: openDestructions,
  },
  ...usualScenes(registerList, 'archive-destructions', archiveDestructions.page, '没有销毁清册'),
  {
    ...itemList,
    name: 'archive-destruction-items',
    state: 'full',
    show: async (driver) => {
      await driver.alter(archiveDestructions.items, (data) =>
        Object.assign(data as object, { rows: items, total: items.length }),
      );
      await driver.open(`${itemList.screen}?register=XH2026-0002`);
      await expect(driver.main.getByText('立新纺织厂喷漆废气直排')).toBeVisible();
    },
  },
  ...usualScenes(itemList, 'archive-destruction-items', archiveDestructions.items, '没有清册明细'),
  {
    ...registerList,
    name: 'archive-destruction-approve',
    state: 'approval by another person',
    shows: ['DestructionDecisionDialog'],
    show: async (driver) => {
      await openDestructions(driver);
      await pressInRow(driver.main.getByRole('button', { name: '批准销毁' }).first(), '批准销毁');
      await expect(driver.page.getByLabel('审批意见')).toBeVisible();
    },
  },
];
