import { expect } from '@playwright/test';
import { sideRecords } from '#contract/records/side-records.ts';
import { workOrders } from '#contract/work-orders.ts';
import { type SpecialState, specialRules } from '#domain/records/special.ts';
import { handlerBar } from '../handling.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const detail = { screen: '/affair/detail/:code', who: people.receiver } as const;

/** Presses an entry of 更多 in the handler bar, and waits for its dialog. */
async function pressMore({ page }: ScreenDriver, name: string): Promise<void> {
  await handlerBar(page).getByRole('button', { name: '更多' }).click();
  await page
    .getByRole('menuitem', { name })
    .or(page.getByRole('button', { name, exact: true }))
    .first()
    .click();
  await expect(page.getByRole('dialog').last()).toBeVisible();
}

/** Opens a command on a special procedure that the answers of the server contain. */
async function showSpecial(
  driver: ScreenDriver,
  state: SpecialState,
  command: string,
  label: string,
): Promise<void> {
  await driver.alter(workOrders.detailPage, (data) => {
    (data as { recordCount: number }).recordCount = 1;
  });
  await driver.alter(sideRecords.list, (data) => {
    const answer = data as { records: unknown[]; offers: unknown[] };
    const place = { traceId: null, nodeName: '审查' };
    answer.records = [
      {
        ...place,
        id: 1,
        kind: 'special',
        kindName: '特别程序',
        state,
        stateName: specialRules.states[state].label,
        isOpen: true,
        openedAt: '2026-03-02T02:00:00.000Z',
        openedBy: '邓涛',
        changedAt: '2026-03-02T02:00:00.000Z',
        changedBy: '邓涛',
        dueAt: null,
        pauses: [],
        extension: null,
        data: {
          type: 'inspection',
          reason: '对后厨水样和餐具抽样检验。',
          agency: '县食品药品检验所',
          limit: { amount: 15, unit: 1 },
          clock: 'stops',
          requestedBy: '',
        },
      },
    ];
    answer.offers = [
      {
        ...place,
        kind: 'special',
        command,
        label,
        recordId: 1,
        dangerous: command === 'withdraw',
        whyNot: '',
      },
    ];
  });
  await driver.openTask('审查');
  await driver.main.getByRole('region', { name: '特别程序' }).getByRole('button', { name: label }).click();
  await expect(driver.page.getByRole('dialog').last()).toBeVisible();
}

/** Scenes of side records (docs/decisions/0232). */
export const recordScenes: readonly Scene[] = [
  {
    ...detail,
    name: 'record-suspension',
    state: 'suspension of a matter',
    caption: 'The suspension of a matter: its ground and its reason',
    shows: ['SuspensionDialog', 'RecordDialog', 'RecordCommandDialog'],
    show: async (driver) => {
      await driver.openTask('受理审查');
      await pressMore(driver, '中止');
    },
  },
  {
    ...detail,
    name: 'record-extension',
    state: 'request for an extension',
    shows: ['ExtensionDialog'],
    show: async (driver) => {
      await driver.openTask('受理审查');
      await pressMore(driver, '申请延期');
    },
  },
  {
    screen: '/affair/detail/:code',
    who: people.permitExaminer,
    name: 'record-special',
    state: 'request for a special procedure',
    caption: 'A special procedure: its type, its limit, and who does it',
    shows: ['SpecialDialog', 'SpecialRequestDialog'],
    show: async (driver) => {
      await driver.openTask('审查');
      await pressMore(driver, '申请特别程序');
    },
  },
  {
    screen: '/affair/detail/:code',
    who: people.permitExaminer,
    name: 'record-special-withdrawal',
    state: 'withdrawal of a request for a special procedure',
    shows: ['SpecialReasonDialog'],
    show: async (driver) => showSpecial(driver, 'requested', 'withdraw', '撤回特别程序申请'),
  },
  {
    screen: '/affair/detail/:code',
    who: people.permitExaminer,
    name: 'record-special-result',
    state: 'result of a special procedure',
    shows: ['SpecialResultDialog'],
    show: async (driver) => showSpecial(driver, 'running', 'finish', '登记特别程序结果'),
  },
];
