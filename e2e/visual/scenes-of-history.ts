import { expect } from '@playwright/test';
import { orderHistory } from '#contract/order-history.ts';
import { type HistoryPage, petitionHistory } from '#contract/petition-history.ts';
import { type WorkOrderPage, workOrders } from '#contract/work-orders.ts';
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

const titleChange = { version: 9, at: '2026-11-20T06:05:00.000Z', fields: ['letterTitle'] };

/** Marks the title of a letter as changed: no letter of the fixed world has such a change. */
function markTitle(data: unknown): void {
  for (const form of (data as WorkOrderPage).forms)
    form.changes = [{ ...titleChange, by: '黄宗羲', overwritten: titleChange.fields }];
}

function addChanges(data: unknown): void {
  Object.assign(data as object, {
    rows: [
      {
        ...titleChange,
        formCode: 'petition-letter',
        handlerName: '黄宗羲',
        onBehalfOf: '',
        traceId: null,
        flowNodeName: '来信登记',
        before: { letterTitle: '反映新安东路工地夜间施工扰民' },
        after: { letterTitle: '反映新安西路工地夜间施工扰民' },
      },
    ],
    forms: [{ formCode: 'petition-letter', formName: '群众来信登记表', formStructure: letterModel }],
  });
}

/** The model of the letter's form, as far as the changes need it. */
const letterModel = {
  globalConfig: { code: 'petition-letter', title: '群众来信登记表', columns: 2, allowEdit: [] },
  schema: { fields: [{ id: 'letterTitle', title: '来信标题', 'x-component': 'single-line' }] },
};

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
  {
    ...detail,
    name: 'field-history',
    state: 'changes of a field',
    shows: ['FieldHistoryDrawer'],
    caption: 'The changes of a field: who changed it, when, at which task, from and to which value',
    show: async (driver) => {
      await driver.alter(workOrders.detailPage, markTitle);
      await driver.alter(orderHistory.formChanges, addChanges);
      await driver.openTask('收件');
      await driver.main.getByRole('button', { name: '来信标题的修改记录' }).first().click();
      await expect(driver.page.getByRole('dialog').getByText('黄宗羲')).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'form-changes',
    state: 'changes of all fields',
    show: async (driver) => {
      await driver.openTask('受理审查', people.reviewer);
      await driver.main.getByRole('tab', { name: '修改记录' }).click();
      await expect(driver.main.getByRole('list', { name: '表单修改记录' })).toBeVisible();
    },
  },
  {
    ...detail,
    name: 'replay',
    state: 'replay of the steps',
    shows: ['ReplayDialog'],
    caption: 'The replay: stages, forms, diagram and trace as they stood after each step',
    show: async (driver) => {
      await driver.openTask('受理审查', people.reviewer);
      await driver.main.getByRole('button', { name: '办件回放' }).click();
      // A phone shows the steps by the slider alone.
      await expect(driver.page.getByRole('button', { name: '上一步' })).toBeVisible();
      await expect(driver.page.getByRole('tab', { name: '流程图' })).toBeVisible();
    },
  },
];
