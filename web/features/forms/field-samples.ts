import { formComponentLabel } from '#domain/enumerations/form-component.ts';
import { fieldKinds, type KindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel, FormModel } from '#domain/forms/model.ts';
import { maskOf } from '#domain/forms/secret-values.ts';
import { mask } from '#domain/sensitive/masks.ts';
import type { FormSettings } from '#web/toolkit/form/form-content.ts';
import type { FormContextValue } from '#web/toolkit/form/form-context.ts';

/** A field of one kind, as an author would define it, and a value. */
interface FieldSample {
  model?: Omit<Partial<FieldModel>, 'id' | 'title' | 'x-component'>;
  value: unknown;
  /** A value that the kind refuses; by default the field is required and empty. */
  wrongValue?: unknown;
  isMaskable?: true;
}

const options = [
  { value: 'window', label: '窗口' },
  { value: 'online', label: '网上' },
  { value: 'letter', label: '信函' },
];

const treeOptions = [
  {
    value: 'food',
    label: '食品',
    children: [
      { value: 'restaurant', label: '餐饮服务' },
      { value: 'shop', label: '食品销售' },
    ],
  },
  { value: 'medicine', label: '药品', children: [{ value: 'retail', label: '药品零售' }] },
];

const addressFields: FieldModel[] = [
  { id: 'street', title: '街道', 'x-component': 'single-line' },
  { id: 'number', title: '门牌号', 'x-component': 'single-line' },
];

const cardFields: FieldModel[] = [
  { id: 'code', title: '编号', 'x-component': 'single-line', required: true },
  { id: 'until', title: '有效期至', 'x-component': 'date' },
];

/** One sample for each kind; a missing kind is a compile error. */
const samples: Record<KindName, FieldSample> = {
  'single-line': { value: '锦绣江南三号楼', isMaskable: true },
  textarea: { value: '电梯停运两周，物业一直没有维修。\n老人出行困难。', isMaskable: true },
  'rich-text': { value: '<p>经<strong>现场核实</strong>，面积约 120 m<sup>2</sup>。</p>' },
  password: { value: 'Banjian@2026' },
  heading: { value: null },
  divider: { value: null },
  number: {
    model: { 'x-props': { unit: '人', precision: 0 }, rules: [{ rule: 'min', value: 1 }] },
    value: 12,
    wrongValue: '一千',
  },
  switch: { value: true },
  radio: { model: { options }, value: 'window' },
  checkbox: { model: { options }, value: ['window', 'letter'] },
  select: { model: { options }, value: 'online' },
  'tree-select': { model: { options: treeOptions }, value: 'shop' },
  'cascader-select': { model: { options: treeOptions }, value: ['food', 'shop'] },
  nation: { value: '05' },
  date: { value: '2026-11-20', wrongValue: '11.31' },
  'date-range': { value: ['2026-11-01', '2026-11-20'], wrongValue: ['2026-11-20', '2026-11-01'] },
  time: { value: '09:30', wrongValue: '九点' },
  slider: { model: { 'x-props': { min: 0, max: 100, step: 10, unit: '%' } }, value: 60 },
  rating: { value: 4 },
  region: {
    value: [
      { code: '330000', name: '浙江省' },
      { code: '330100', name: '杭州市' },
    ],
  },
  organisation: { value: [{ id: '10002', name: '淳安县信访局' }] },
  jurisdiction: {
    value: [
      { id: '10002', name: '淳安县信访局' },
      { id: 'gone', name: '原县工商局' },
    ],
  },
  handler: { value: [{ handlerType: 1, candidateCode: 'liuyang', candidateName: '刘洋' }] },
  applicant: {
    value: { name: '张三丰', certCategory: '10', certCode: '11010519491231002X', mobile: '13800138000' },
    wrongValue: { name: '张三丰', certCategory: '10', certCode: '110105194912310021', mobile: '138' },
  },
  upload: { value: [{ id: 'sample', name: '来信.pdf', size: 245_760 }] },
  'image-upload': { value: [{ id: 'sample', name: '现场.jpg', size: 1_245_760 }] },
  signature: { value: [{ id: 'sample', name: '签名20261120093000.png', size: 11_240 }] },
  table: {
    model: {
      columns: [
        { id: 'name', title: '姓名', 'x-component': 'single-line', required: true },
        { id: 'count', title: '人数', 'x-component': 'number', 'x-props': { sum: true } },
      ],
    },
    value: [
      { name: '张三', count: 2 },
      { name: '李四', count: 3 },
    ],
    wrongValue: [{ name: '', count: 2 }],
  },
  array: {
    model: {
      fields: [
        { id: 'name', title: '姓名', 'x-component': 'single-line', required: true },
        { id: 'card', title: '健康证', 'x-component': 'object', fields: cardFields },
      ],
    },
    value: [
      { name: '王胜利', card: { code: '20260118', until: '2027-01-17' } },
      { name: '洪小兰', card: { code: '20260203', until: '2027-02-02' } },
    ],
    wrongValue: [{ name: '洪小兰', card: { until: '10.31' } }],
  },
  object: {
    model: { fields: addressFields },
    value: { street: '青溪大街', number: '58 号' },
  },
  'sub-form': {
    model: { fields: addressFields },
    value: { street: '青溪大街', number: '58 号' },
  },
};

const sampleOnlinePerson = { name: '王秀英', certCode: '11010519491231002X', mobile: '13900139000' };

/** The kinds in the order of the list of samples. */
export const sampleGroups: readonly { title: string; kinds: readonly KindName[] }[] = [
  { title: '文字', kinds: ['single-line', 'textarea', 'rich-text', 'password', 'heading', 'divider'] },
  {
    title: '选择',
    kinds: [
      'radio',
      'checkbox',
      'select',
      'tree-select',
      'cascader-select',
      'nation',
      'switch',
      'region',
      'organisation',
    ],
  },
  { title: '数与时间', kinds: ['number', 'slider', 'rating', 'date', 'date-range', 'time'] },
  { title: '业务', kinds: ['applicant', 'jurisdiction', 'handler'] },
  {
    title: '文件、表格和嵌套',
    kinds: ['upload', 'image-upload', 'signature', 'table', 'array', 'object', 'sub-form'],
  },
];

/** The field of the sample, as a form contains it. */
export function sampleField(kind: KindName): FieldModel {
  return { id: 'sample', title: formComponentLabel[kind], 'x-component': kind, ...samples[kind].model };
}

/** One state of a field: its form, and how the form is opened. */
export interface SampleState {
  name: string;
  model: FormModel;
  settings: FormSettings;
  /** True if the problems are shown at once. */
  isChecked?: true;
  /** True if the form is shown by the viewer, under its watermark. */
  isViewed?: true;
  /** The platform, where the kind depends on it. */
  platform?: Pick<FormContextValue, 'onlinePerson' | 'useIsAtWindow'>;
}

const modelOf = (fields: readonly FieldModel[]): FormModel => ({
  schema: { fields },
  globalConfig: { code: 'field-sample', title: '字段样例', columns: 1, allowEdit: [] },
});

/** Returns the states of a kind, in the order of the page: the same for every kind. */
export function statesOf(kind: KindName): readonly SampleState[] {
  const { value, wrongValue, isMaskable } = samples[kind];
  const field = sampleField(kind);
  const filled = { sample: value };
  const state = (
    name: string,
    fields: readonly FieldModel[],
    settings: Partial<FormSettings>,
  ): SampleState => ({
    name,
    model: modelOf(fields),
    settings: { values: {}, authority: { '*': 2 }, mode: 'edit', ...settings },
  });
  if (kind === 'heading' || kind === 'divider') {
    const text = (id: string): FieldModel => ({ id, title: '内容', 'x-component': 'single-line' });
    return [state('在字段之间', [text('before'), field, text('after')], {})];
  }
  const lock: FieldModel = { id: 'lock', title: '锁', 'x-component': 'single-line' };
  const locked: FieldModel = {
    ...field,
    linkage: [{ when: { field: 'lock', is: 'empty' }, effects: ['disable'] }],
  };
  const platforms =
    kind === 'applicant'
      ? [
          state('脱敏', [field], {
            values: { sample: maskOf({ kind: fieldKinds.applicant }, value) },
            masked: ['sample'],
          }),
          { ...state('在窗口（window）', [field], {}), platform: { useIsAtWindow: () => true } },
          { ...state('网上（online）', [field], {}), platform: { onlinePerson: sampleOnlinePerson } },
        ]
      : [];
  const secret: FieldModel = { ...field, 'x-secret': true, 'x-secret-rule': 'name' };
  return [
    state('空', [{ ...field, help: '怎样填写的说明' }], {}),
    state('已填写', [field], { values: filled }),
    {
      ...state('有问题', [{ ...field, required: true }], {
        values: wrongValue === undefined ? {} : { sample: wrongValue },
      }),
      isChecked: true,
    },
    state('不可修改（联动）', [lock, locked], { values: filled, authority: { '*': 2, lock: 0 } }),
    state('只读（权限 1）', [field], { values: filled, authority: { '*': 1 } }),
    { ...state('查看（水印）', [field], { values: filled }), isViewed: true },
    state('隐藏（权限 0）', [field], { values: filled, authority: { '*': 0 } }),
    ...(isMaskable
      ? [state('脱敏', [secret], { values: { sample: mask('name', String(value)) }, masked: ['sample'] })]
      : []),
    ...platforms,
  ];
}
