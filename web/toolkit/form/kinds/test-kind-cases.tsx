import { act, fireEvent, screen, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import type { KindName } from '#domain/forms/kinds/kinds.ts';
import type { Choice } from '../../choices/choice.ts';
import type { RegionChooserProps } from '../../regions/region-chooser-props.ts';
import type { ChooserProps } from '../form-context.ts';
import { type KindCase, nestingCases, press, type } from './test-nesting-cases.tsx';

type EditedElement = HTMLElement & { editor: Editor };

/** Replaces the content of a rich text through its editor, which this window cannot lay out for real keys. */
const typeInto = (control: HTMLElement, html: string) => {
  act(() => void (control as EditedElement).editor.commands.setContent(html, { emitUpdate: true }));
};
const pressClearIcon = () => {
  const icon = document.querySelector('[data-path="x"] :is(.ant-select-clear, .ant-picker-clear)');
  if (!icon) throw new Error('there is no clear icon');
  fireEvent.mouseDown(icon);
  fireEvent.click(icon);
};
export const choose = async (label: string) => {
  fireEvent.click(
    await screen.findByText(label, {
      selector: '[class*=option-content], [class*=option-content] > span, [class*=item-content], [title]',
    }),
  );
};
export const loadOrganisations = async () => [
  { id: 'rsj', name: '县人社局' },
  { id: 'zjj', name: '县住建局' },
];
/** Replaces the region dialog, which has its own test. */
export const RegionChooser = ({ onChoose }: RegionChooserProps) => (
  <button type="button" onClick={() => onChoose([{ code: '110000', name: '北京市' }])}>
    选北京市
  </button>
);
/** Replaces the dialogs of handlers and organisations, which have their own tests. */
const chooserOf =
  (entry: Choice) =>
  ({ single, value, onConfirm }: ChooserProps) => (
    <button type="button" onClick={() => onConfirm(single ? [entry] : [...value, entry])}>
      选{entry.name}
    </button>
  );
export const HandlerChooser = chooserOf({ key: 'role:head', name: '窗口负责人' });
export const OrganisationChooser = chooserOf({ key: 'zjj', name: '县住建局' });
export const uploadFile = async (file: File) => ({ id: 'g', name: file.name, size: file.size });

const options = [
  { value: 'a', label: '甲' },
  { value: 'b', label: '乙' },
];
export const tree = [
  { value: 'food', label: '食品', children: options },
  { value: 'book', label: '图书' },
];

/** One list for all kinds; a missing kind is a compile error. */
export const cases: Record<Exclude<KindName, 'heading' | 'divider'>, KindCase> = {
  'single-line': {
    role: 'textbox',
    value: '张三丰',
    text: '张三丰',
    edit: type('李四'),
    edited: '李四',
    clear: type(''),
    cleared: '',
  },
  textarea: {
    role: 'textbox',
    value: '第一行',
    text: '第一行',
    edit: type('第一行\n第二行'),
    edited: '第一行\n第二行',
    clear: type(''),
    cleared: '',
  },
  'rich-text': {
    role: 'textbox',
    value: '<p>第一行</p>',
    text: '第一行',
    edit: (control) => typeInto(control, '<p>第<strong>二</strong>行</p>'),
    edited: '<p>第<strong>二</strong>行</p>',
    clear: (control) => typeInto(control, '<p></p>'),
    cleared: '',
  },
  number: {
    role: 'textbox',
    model: { 'x-props': { unit: '人' } },
    value: 12,
    text: '12 人',
    edit: type('34'),
    edited: 34,
    clear: type(''),
    cleared: null,
  },
  radio: {
    role: 'radiogroup',
    model: { options },
    value: 'a',
    text: '甲',
    edit: () => press('乙', 'radio'),
    edited: 'b',
    // A selected radio button cannot be unselected; only the form can clear the choice.
    clear: () => press('甲', 'radio'),
    cleared: 'a',
  },
  checkbox: {
    role: 'group',
    model: { options },
    value: ['a', 'b'],
    text: '甲、乙',
    edit: () => press('甲', 'checkbox'),
    edited: ['b'],
    clear: () => press('乙', 'checkbox'),
    cleared: [],
  },
  select: {
    role: 'combobox',
    model: { options },
    value: 'b',
    text: '乙',
    edit: async (control) => {
      fireEvent.mouseDown(control);
      await choose('甲');
    },
    edited: 'a',
    clear: pressClearIcon,
    cleared: '',
  },
  'tree-select': {
    role: 'combobox',
    model: { options: tree },
    value: 'a',
    text: '甲',
    edit: async (control) => {
      fireEvent.mouseDown(control);
      fireEvent.change(control, { target: { value: '食品' } });
      await choose('乙');
    },
    edited: 'b',
    clear: pressClearIcon,
    cleared: '',
  },
  'cascader-select': {
    role: 'group',
    model: { options: tree },
    value: ['food', 'a'],
    text: '食品 / 甲',
    edit: async () => {
      fireEvent.mouseDown(screen.getByRole('combobox', { name: '名目第 2 级' }));
      await choose('乙');
    },
    edited: ['food', 'b'],
    clear: pressClearIcon,
    cleared: [],
  },
  date: {
    role: 'textbox',
    value: '2026-11-20',
    text: '2026-11-20',
    edit: (control) => {
      fireEvent.mouseDown(control);
      type('2026-11-23')(control);
      fireEvent.keyDown(control, { key: 'Enter' });
    },
    edited: '2026-11-23',
    clear: pressClearIcon,
    cleared: '',
  },
  'date-range': {
    role: 'group',
    value: ['2026-11-20', '2026-11-23'],
    text: '2026-11-20 至 2026-11-23',
    edit: (control) => {
      const end = within(control).getByRole('textbox', { name: '名目：结束日期' });
      type('11.30')(end);
      fireEvent.blur(end);
    },
    edited: ['2026-11-20', '2026-11-30'],
    clear: () => press('清空'),
    cleared: [],
  },
  time: {
    role: 'textbox',
    value: '09:30',
    text: '09:30',
    edit: (control) => {
      type('下午3点')(control);
      fireEvent.keyDown(control, { key: 'Enter' });
    },
    edited: '15:00',
    clear: pressClearIcon,
    cleared: '',
  },
  switch: {
    role: 'switch',
    value: true,
    text: '是',
    edit: (control) => void fireEvent.click(control),
    edited: false,
    clear: () => press('清除名目'),
    cleared: null,
  },
  slider: {
    role: 'slider',
    model: { 'x-props': { min: 10, max: 50, step: 5, unit: '岁' } },
    value: 20,
    text: '20 岁',
    edit: type('35'),
    edited: 35,
    clear: () => press('清除名目'),
    cleared: null,
  },
  rating: {
    role: 'radiogroup',
    value: 2,
    text: '2 星',
    edit: () => press('4 星', 'radio'),
    edited: 4,
    clear: () => press('清除名目'),
    cleared: null,
  },
  nation: {
    role: 'combobox',
    value: '01',
    text: '汉族',
    edit: async (control) => {
      fireEvent.mouseDown(control);
      fireEvent.change(control, { target: { value: 'wei' } });
      await choose('维吾尔族');
    },
    edited: '05',
    clear: pressClearIcon,
    cleared: '',
  },
  password: {
    // A password box has no role.
    role: 'password',
    value: 'secret',
    text: '********',
    edit: type('other'),
    edited: 'other',
    clear: () => press('清除名目'),
    cleared: '',
  },
  region: {
    role: 'combobox',
    value: [{ code: '330000', name: '浙江省' }],
    text: '浙江省',
    edit: (control) => {
      fireEvent.click(control);
      press('选北京市');
    },
    edited: [{ code: '110000', name: '北京市' }],
    clear: () => press('清除行政区划'),
    cleared: [],
  },
  organisation: {
    role: 'combobox',
    value: [{ id: 'rsj', name: '县人社局' }],
    text: '县人社局',
    edit: async (control) => {
      fireEvent.mouseDown(control);
      await choose('县住建局');
    },
    edited: [{ id: 'zjj', name: '县住建局' }],
    clear: pressClearIcon,
    cleared: [],
  },
  jurisdiction: {
    role: 'button',
    value: [{ id: 'rsj', name: '县人社局' }],
    text: '县人社局',
    edit: (control) => {
      fireEvent.click(control);
      press('选县住建局');
    },
    edited: [
      { id: 'rsj', name: '县人社局' },
      { id: 'zjj', name: '县住建局' },
    ],
    clear: () => {
      press('移除县人社局');
      press('移除县住建局');
    },
    cleared: [],
  },
  handler: {
    role: 'button',
    value: [{ handlerType: 1, candidateCode: 'li', candidateName: '李娜' }],
    text: '李娜',
    edit: (control) => {
      fireEvent.click(control);
      press('选窗口负责人');
    },
    edited: [{ handlerType: 3, candidateCode: 'head', candidateName: '窗口负责人' }],
    clear: () => press('移除窗口负责人'),
    cleared: [],
  },
  applicant: {
    role: 'group',
    value: { name: '张三', certCategory: '10', certCode: '11010519491231002X', mobile: '13800138000' },
    text: '11010519491231002X',
    edit: () => type('李四')(screen.getByRole('textbox', { name: /申请人姓名/ })),
    edited: { name: '李四', certCategory: '10', certCode: '11010519491231002X', mobile: '13800138000' },
    clear: () => {
      for (const title of [/申请人姓名/, '证件号码', /手机号码/])
        type('')(screen.getByRole('textbox', { name: title }));
    },
    cleared: { name: '', certCategory: '10', certCode: '', mobile: '' },
  },
  upload: {
    role: 'button',
    value: [{ id: 'f', name: '来信.pdf', size: 2048 }],
    text: '来信.pdf',
    edit: () => {
      const file = new File(['12345'], '附件.pdf');
      fireEvent.change(screen.getByTestId('chooser-x'), { target: { files: [file] } });
    },
    edited: [
      { id: 'f', name: '来信.pdf', size: 2048 },
      { id: 'g', name: '附件.pdf', size: 5 },
    ],
    clear: () => {
      press('删除 来信.pdf');
      press('删除 附件.pdf');
    },
    cleared: [],
  },
  'image-upload': {
    role: 'button',
    value: [{ id: 'f', name: '现场.png', size: 2048 }],
    text: '现场.png',
    edit: () => {
      const file = new File(['12345'], '门头.jpg');
      fireEvent.change(screen.getByTestId('chooser-x'), { target: { files: [file] } });
    },
    edited: [
      { id: 'f', name: '现场.png', size: 2048 },
      { id: 'g', name: '门头.jpg', size: 5 },
    ],
    clear: () => {
      press('删除 现场.png');
      press('删除 门头.jpg');
    },
    cleared: [],
  },
  signature: {
    role: 'group',
    value: [{ id: 'f', name: '签名1.png', size: 2048 }],
    text: '签名1.png',
    edit: () => {
      const file = new File(['12345'], '照片.jpg');
      fireEvent.change(screen.getByTestId('chooser-x'), { target: { files: [file] } });
    },
    edited: [{ id: 'g', name: '照片.jpg', size: 5 }],
    clear: () => press('清除名目'),
    cleared: [],
  },
  ...nestingCases,
};
