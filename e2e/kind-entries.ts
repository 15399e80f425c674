import { expect, type Locator, type Page } from '@playwright/test';
import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import type { KindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { createPhoto } from './files.ts';
import { chooseOption, chooseRegion, chooseUnit } from './form-controls.ts';
import { choosePerson } from './handling.ts';

/** The input of a person into a field of one kind, on a desktop and on a phone. */
export interface KindEntry {
  model?: Partial<FieldModel>;
  fill: (page: Page, title: string) => Promise<void>;
  /** The text with which the filled value is shown to a reader, masked or not; for a picture its name. */
  shown: string | RegExp;
  isPicture?: true;
}

const options = [
  { value: 'window', label: '窗口' },
  { value: 'online', label: '网上' },
];
const tree = [
  { value: 'food', label: '食品', children: [{ value: 'shop', label: '食品销售' }] },
  { value: 'medicine', label: '药品', children: [{ value: 'retail', label: '药品零售' }] },
];

const textField = (id: string, title: string): FieldModel => ({ id, title, 'x-component': 'single-line' });

/** The title of the field of a kind: no title contains another one. */
export const titleOf = (kind: KindName): string => `${formComponentLabel[kind]}项`;

const group = (page: Page, title: string): Locator => page.getByRole('group', { name: title, exact: true });
const box = (page: Page, title: string): Locator => page.getByRole('textbox', { name: title, exact: true });

/** Types a day or a time in the box of a desktop, or in the control of a phone. */
async function typeDay(field: Locator, day: string): Promise<void> {
  await field.fill(day);
  await field.press('Tab');
  await expect(field).toHaveValue(day);
}

async function attach(page: Page, title: string, name: string): Promise<void> {
  const photo = await createPhoto(page, name, [320, 240]);
  await page.locator(`[data-path]:has-text("${title}") input[type=file]`).first().setInputFiles(photo);
  await expect(page.getByText(name).first()).toBeVisible();
}

/** One entry for each kind that holds a value; a missing kind is a compile error. */
export const kindEntries: Record<Exclude<KindName, 'heading' | 'divider'>, KindEntry> = {
  'single-line': { fill: (page, title) => box(page, title).fill('锦绣江南三号楼'), shown: '锦绣江南三号楼' },
  textarea: { fill: (page, title) => box(page, title).fill('电梯停运两周。'), shown: '电梯停运两周。' },
  'rich-text': {
    fill: async (page, title) => {
      // A box with the text of the value stands in until the editor is loaded.
      const editor = box(page, title).and(page.locator('[contenteditable=true]'));
      await editor.click();
      await editor.pressSequentially('经现场核实属实');
      await expect(editor).toHaveText('经现场核实属实');
    },
    shown: '经现场核实属实',
  },
  password: {
    fill: (page, title) => page.getByLabel(title, { exact: true }).fill('Mi#ma-2026'),
    shown: '********',
  },
  number: {
    model: { 'x-props': { unit: '人' } },
    fill: (page, title) => box(page, title).fill('12'),
    shown: '12 人',
  },
  switch: { fill: (page, title) => page.getByRole('switch', { name: title }).click(), shown: '是' },
  radio: {
    model: { options },
    fill: (page, title) =>
      page.getByRole('radiogroup', { name: title, exact: true }).getByText('网上', { exact: true }).click(),
    shown: '网上',
  },
  checkbox: {
    model: { options },
    fill: async (page, title) => {
      for (const label of ['窗口', '网上'])
        await group(page, title).getByText(label, { exact: true }).click();
    },
    shown: '窗口、网上',
  },
  select: { model: { options }, fill: (page, title) => chooseOption(page, title, '窗口'), shown: '窗口' },
  'tree-select': {
    model: { options: tree },
    fill: async (page, title) => {
      const field = page.getByRole('combobox', { name: title, exact: true });
      await field.click();
      const dialog = page.getByRole('dialog', { name: `选择${title}` });
      if (await dialog.isVisible()) return dialog.getByText('食品销售', { exact: true }).click();
      await field.fill('销售');
      await page.locator('.ant-select-dropdown:visible').getByText('食品销售', { exact: true }).click();
    },
    shown: '食品销售',
  },
  'cascader-select': {
    model: { options: tree },
    fill: async (page, title) => {
      await chooseOption(page, `${title}第 1 级`, '药品');
      await chooseOption(page, `${title}第 2 级`, '药品零售');
    },
    shown: '药品 / 药品零售',
  },
  nation: { fill: (page, title) => chooseOption(page, title, '畲族'), shown: '畲族' },
  date: {
    fill: (page, title) => typeDay(page.getByLabel(title, { exact: true }), '2026-11-20'),
    shown: '2026-11-20',
  },
  'date-range': {
    fill: async (page, title) => {
      await typeDay(page.getByLabel(`${title}：开始日期`), '2026-11-02');
      await typeDay(page.getByLabel(`${title}：结束日期`), '2026-11-09');
    },
    shown: '2026-11-02 至 2026-11-09',
  },
  time: { fill: (page, title) => typeDay(page.getByLabel(title, { exact: true }), '09:30'), shown: '09:30' },
  slider: {
    model: { 'x-props': { min: 0, max: 100, step: 10, unit: '%' } },
    fill: async (page, title) => {
      const slider = page.getByRole('slider', { name: title });
      await slider.focus();
      await slider.press('End');
    },
    shown: '100 %',
  },
  rating: {
    fill: (page, title) =>
      page
        .getByRole('radiogroup', { name: title })
        .getByRole('radio', { name: '4 星' })
        .check({ force: true }),
    shown: '4 星',
  },
  region: {
    fill: (page, title) => chooseRegion(page, title, ['浙江省', '杭州市']),
    shown: '浙江省杭州市',
  },
  organisation: { fill: (page, title) => chooseUnit(page, title, '淳安县信访局'), shown: '淳安县信访局' },
  jurisdiction: {
    fill: async (page, title) => {
      await page.getByRole('button', { name: `选择${title}` }).click();
      const dialog = page.getByRole('dialog', { name: '选择管辖机构' });
      await dialog.getByRole('textbox', { name: '搜索机构名称' }).fill('信访局');
      await dialog
        .getByRole('treeitem', { name: /^淳安县信访局/ })
        .first()
        .click();
      await dialog.getByRole('button', { name: '确认选择' }).click();
      await expect(dialog).toBeHidden();
    },
    shown: '淳安县信访局',
  },
  handler: {
    fill: (page, title) => choosePerson(page, page.getByRole('button', { name: `选择${title}` }), '李娜'),
    shown: '李娜',
  },
  applicant: {
    model: { 'x-props': { applicantWord: '信访人' } },
    fill: async (page, title) => {
      await group(page, title).getByRole('textbox', { name: '信访人姓名' }).fill('洪晓燕');
      await group(page, title).getByRole('textbox', { name: /手机/ }).fill('13900139000');
    },
    shown: /洪晓燕|\*+燕/,
  },
  signature: {
    fill: async (page, title) => {
      await group(page, title).getByRole('button', { name: '手写签名' }).click();
      const dialog = page.getByRole('dialog', { name: `手写签名：${title}` });
      const pad = await dialog.getByRole('img').first().boundingBox();
      if (pad === null) throw new Error('There is no pad for the signature');
      await page.mouse.move(pad.x + pad.width / 3, pad.y + pad.height / 3);
      await page.mouse.down();
      await page.mouse.move(pad.x + pad.width / 2, pad.y + pad.height / 2, { steps: 8 });
      await page.mouse.up();
      await dialog.getByRole('button', { name: '用这个签名' }).click();
      await expect(group(page, title).getByRole('img')).toBeVisible();
    },
    shown: /^签名\d*/,
    isPicture: true,
  },
  upload: { fill: (page, title) => attach(page, title, '来信.png'), shown: '来信.png' },
  'image-upload': { fill: (page, title) => attach(page, title, '现场.png'), shown: '现场.png' },
  table: {
    model: { columns: [{ id: 'name', title: '来访人', 'x-component': 'single-line' }] },
    fill: async (page, title) => {
      const table = group(page, title);
      await table.getByRole('button', { name: /^(添加|增加|新增)/ }).click();
      await table.getByRole('textbox').first().fill('吴桂英');
    },
    shown: '吴桂英',
  },
  array: {
    model: {
      fields: [
        { id: 'name', title: '同行人', 'x-component': 'single-line' },
        { id: 'home', title: '住址', 'x-component': 'object', fields: [textField('street', '街道')] },
      ],
    },
    fill: async (page, title) => {
      const list = group(page, title);
      await list.getByRole('button', { name: '添加一项' }).click();
      await list.getByRole('textbox').first().fill('方秀兰');
      await list.getByRole('textbox').last().fill('新安大街');
    },
    shown: '新安大街',
  },
  object: {
    model: { fields: [textField('place', '地点')] },
    fill: (page, title) => group(page, title).getByRole('textbox').fill('珍珠广场'),
    shown: '珍珠广场',
  },
  'sub-form': {
    model: { fields: [textField('remark', '附注')] },
    fill: async (page, title) => {
      await page.getByRole('button', { name: `填写 ${title}` }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByRole('textbox').fill('已当面说明');
      await dialog.getByRole('button', { name: /^确\s*定$/ }).click();
      await expect(dialog).toBeHidden();
    },
    shown: '已当面说明',
  },
};
