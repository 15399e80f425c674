import { expect } from '@playwright/test';
import { type HistoryPage, petitionHistory } from '#contract/petition-history.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

/** Invented earlier petitions; no person of the fixed world has any. */
const earlierPetitions = [
  {
    index: 1,
    workOrdCd: '2026000061',
    workOrdId: '018f0000-0000-7000-8000-000000000001',
    petLetFm: '来访',
    petLetDtStr: '2026-08-12',
    name: '**英',
    refctItm: '反映新安东路工地夜间施工扰民',
    txMode: '窗口',
    urlLink: '/affair/detail/2026000061?actionTarget=_blank',
    statusLabel: '正常办结',
    ended: true,
    keepsFromStarting: false,
  },
  {
    index: 2,
    workOrdCd: '2026000018',
    workOrdId: '',
    petLetFm: '',
    petLetDtStr: '2026-05-20',
    name: '',
    refctItm: '',
    txMode: '',
    urlLink: '',
    statusLabel: '不予受理',
    ended: true,
    keepsFromStarting: false,
  },
];

function addPetitions(data: unknown): void {
  Object.assign(data as HistoryPage, { rows: earlierPetitions, total: earlierPetitions.length });
}

async function openApplicant(driver: ScreenDriver): Promise<void> {
  await driver.openTask('收件');
  await driver.main.getByRole('tab', { name: '信访人' }).click();
  await driver.main.getByRole('button', { name: '历史信访' }).click();
}

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;

export const historyScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'petition-history',
    state: 'earlier petitions of the petitioner',
    shows: ['PetitionHistoryDialog'],
    caption: 'Earlier petitions: readable ones can be opened, others show only number, date and state',
    show: async (driver) => {
      await driver.alter(petitionHistory.ofOrder, addPetitions);
      await openApplicant(driver);
      const dialog = driver.page.getByRole('dialog');
      await dialog.getByRole('radio', { name: '选择 2026000061' }).check();
      await expect(dialog.getByRole('button', { name: '打开办件' })).toBeEnabled();
    },
  },
  {
    ...detail,
    name: 'petition-history-none',
    state: 'a petitioner without earlier petitions',
    show: async (driver) => {
      await openApplicant(driver);
      await expect(driver.page.getByText('没有查到该信访人的历史信访')).toBeVisible();
    },
  },
];
