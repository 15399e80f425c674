import { expect } from '@playwright/test';
import { catalogue } from '#contract/catalogue.ts';
import { guides } from '#contract/guides.ts';
import { initiation } from '#contract/initiation.ts';
import { chooseOption } from '../form-controls.ts';
import { fillApplicant, fillLetter, type Letter } from '../letter.ts';
import { people } from '../people.ts';
import type { Scene } from './scene.ts';
import type { ScreenDriver } from './screen-driver.ts';

const guide = { screen: '/guide/:id', who: people.clerk } as const;
const start = { screen: '/initiation/:taskCode', who: people.clerk } as const;

const letter: Letter = {
  applicant: '钱学礼',
  idCard: '330127198506150021',
  mobile: '13957180020',
  title: '反映锦绣江南三号楼电梯长期停运',
  day: '2026-11-19',
  summary: '三号楼电梯停运两周，物业一直没有维修，老人出行困难。',
  demand: '请督促物业公司尽快修好电梯。',
};

const spreadsheetRows = [
  '姓名\t居民身份证号\t手机号码\t备注',
  '童秀英\t330199196205110029\t13800000001\t组长',
  '方建华\t33019919700318001\t13800000002\t',
  '余国平\t3.30127E+17\t1380000\t',
  '童秀英\t330199196205110029\t13800000001\t组长',
  '洪美珍\t330199197511200043\t13800000005\t',
].join('\n');

async function openForm(driver: ScreenDriver): Promise<void> {
  await driver.open('/initiation/petition-letter');
  await expect(driver.main.getByRole('textbox', { name: '信访人姓名' })).toBeVisible();
}

async function submitInvalid(driver: ScreenDriver): Promise<void> {
  await openForm(driver);
  await chooseOption(driver.page, '问题类别', '环境保护');
  await driver.main.getByRole('textbox', { name: '反映人数' }).fill('6');
  await driver.main.getByRole('textbox', { name: '反映人数' }).blur();
  await expect(driver.main.getByRole('group', { name: '代表人' })).toBeVisible();
  await driver.main.getByRole('button', { name: '提交' }).click();
  await expect(driver.main.getByRole('alert').filter({ hasText: '请检查并完善以下信息' })).toBeVisible();
}

const unfinished = {
  code: '2026000154',
  title: '桐子坞村山坳被倾倒建筑垃圾',
  status: 2,
  statusLabel: '待收件',
};

/** Fills in the applicant's card; the answer reports an unfinished order. */
async function findUnfinished(driver: ScreenDriver, order: typeof unfinished | null): Promise<void> {
  const reference = order === null ? '' : `（流水号：${order.code}）`;
  const msg = `申请权限校验不通过：该信访人已有未办结的同类办件${reference}`;
  await driver.page.route(
    (url) => url.pathname === initiation.check.path,
    (route) => route.fulfill({ json: { errcode: 0, code: 200, data: { flag: false, msg, order } } }),
  );
  await openForm(driver);
  await driver.page.getByLabel('信访人姓名').fill(letter.applicant);
  await driver.page.getByLabel('手机号码').fill(letter.mobile);
  await driver.page.getByLabel('证件号码').fill(letter.idCard);
  await driver.page.getByLabel('证件号码').blur();
  await expect(driver.page.getByRole('button', { name: '知道了' })).toBeVisible();
}

export const initiationScenes: readonly Scene[] = [
  {
    ...guide,
    name: 'guide',
    state: 'full',
    show: async (driver) => {
      await driver.open('/guide/petition-letter');
      await expect(driver.main.getByRole('link', { name: '发起办件' }).first()).toBeVisible();
    },
  },
  {
    ...guide,
    name: 'guide-situation',
    state: 'full',
    caption: 'Requirements of an item in one situation',
    show: async (driver) => {
      await driver.open('/guide/permit-application?situation=food-new');
      await expect(driver.main.getByRole('cell', { name: '主要设备设施清单' })).toBeVisible();
    },
  },
  {
    ...guide,
    name: 'guide-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(guides.guide);
      await driver.open('/guide/petition-letter');
      await driver.waitForSkeleton();
    },
  },
  {
    ...guide,
    name: 'guide-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(guides.guide);
      await driver.open('/guide/petition-letter');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...start,
    name: 'initiation',
    state: 'full',
    caption: 'A new order',
    show: openForm,
  },
  {
    ...start,
    name: 'initiation-guide',
    state: 'full',
    shows: ['GuideDialog', 'ItemGuide'],
    caption: 'The guide of an item',
    show: async (driver) => {
      await openForm(driver);
      await driver.page.getByRole('button', { name: '办事指南' }).click();
      await expect(driver.page.getByRole('dialog', { name: '办事指南：群众来信办理' })).toBeVisible();
    },
  },
  {
    ...start,
    name: 'initiation-loading',
    state: 'loading',
    show: async (driver) => {
      await driver.leaveUnanswered(catalogue.item);
      await driver.open('/initiation/petition-letter');
      await driver.waitForSkeleton();
    },
  },
  {
    ...start,
    name: 'initiation-failed',
    state: 'failed',
    show: async (driver) => {
      await driver.fail(catalogue.item);
      await driver.open('/initiation/petition-letter');
      await expect(driver.main.getByRole('alert').first()).toBeVisible();
    },
  },
  {
    ...start,
    name: 'initiation-errors',
    state: 'validation problems at their fields',
    caption: 'Validation problems of a form: one summary with links',
    show: submitInvalid,
  },
  {
    ...start,
    name: 'initiation-region',
    state: 'choice of a region',
    show: async (driver) => {
      await openForm(driver);
      await driver.page.getByRole('combobox', { name: '问题属地' }).click();
      const regions = driver.page.getByRole('dialog', { name: '选择问题属地' });
      await expect(regions.getByRole('listbox').first()).toBeVisible();
      await expect(regions.getByRole('option', { name: '千岛湖镇' })).toBeVisible();
    },
  },
  {
    ...start,
    name: 'initiation-duplicate',
    state: 'the applicant has an unfinished order',
    shows: ['DuplicateDialog'],
    caption: 'An unfinished order of the applicant, with the possible next steps',
    show: async (driver) => findUnfinished(driver, unfinished),
  },
  {
    ...start,
    name: 'initiation-duplicate-other',
    state: 'the applicant has an unfinished order that the user may not read',
    show: async (driver) => findUnfinished(driver, null),
  },
  {
    ...start,
    name: 'initiation-papers',
    state: 'materials added to an unfinished order',
    shows: ['AddPapersDialog'],
    show: async (driver) => {
      await findUnfinished(driver, unfinished);
      await driver.page.getByRole('button', { name: '补充材料到该办件' }).click();
      await expect(driver.page.getByRole('textbox', { name: '补充说明' })).toBeVisible();
    },
  },
  {
    ...start,
    name: 'initiation-leave',
    state: 'question before leaving content that cannot be saved',
    shows: ['LeaveGuard'],
    show: async (driver) => {
      await driver.fail(initiation.saveDraft);
      await openForm(driver);
      await driver.page.getByLabel('信访人姓名').fill(letter.applicant);
      await driver.page.getByLabel('手机号码').fill(letter.mobile);
      await driver.main.getByRole('button', { name: '返回' }).first().click();
      await expect(driver.page.getByRole('dialog', { name: '内容尚未保存' })).toBeVisible();
    },
  },
  {
    ...start,
    name: 'initiation-phone-choices',
    state: 'choices',
    only: 'phone',
    shows: ['PhoneChoiceDialog'],
    caption: 'A new order on a phone: the choices of a field',
    show: async (driver) => {
      await openForm(driver);
      await driver.page.getByRole('combobox', { name: '问题类别' }).click();
      await expect(driver.page.getByRole('dialog', { name: '选择问题类别' })).toBeVisible();
    },
  },
  {
    ...start,
    name: 'initiation-paste-rows',
    state: 'rows of a spreadsheet before they are pasted',
    shows: ['PasteRowsDialog'],
    caption: 'Rows of a spreadsheet with wrong cells, before they are pasted into a table',
    show: async (driver) => {
      await openForm(driver);
      await driver.main.getByRole('textbox', { name: '反映人数' }).fill('6');
      await driver.main.getByRole('textbox', { name: '反映人数' }).blur();
      await driver.main.getByRole('button', { name: '从表格粘贴' }).click();
      await driver.page.getByRole('textbox', { name: /在表格软件中复制多行/ }).fill(spreadsheetRows);
      const dialog = driver.page.getByRole('dialog', { name: /^粘贴到“代表人”/ });
      await dialog.getByRole('button', { name: '预览' }).click();
      await expect(dialog.getByText('第 5 行与第 2 行相同，不粘贴')).toBeVisible();
    },
  },
  {
    ...start,
    name: 'initiation-done',
    state: 'started',
    changesWorld: true,
    caption: 'An order is started',
    show: async (driver) => {
      await openForm(driver);
      await fillApplicant(driver.page, letter);
      await fillLetter(driver.page, letter);
      await driver.main.getByRole('button', { name: '提交' }).click();
      await expect(driver.page.getByText(/^办件已提交，办件流水号/)).toBeVisible();
    },
  },
];
