import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Editor } from '@tiptap/core';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KindName } from '#domain/forms/kinds/kinds.ts';
import type { FieldModel } from '#domain/forms/model.ts';
import { mask, writeOnlyRule } from '#domain/sensitive/masks.ts';
import type { RegionChooserProps } from '../../regions/region-chooser-props.ts';
import styles from '../form.module.css';
import { openForm, stubPhone } from '../test-form-view.tsx';
import { prefetchDateField } from './date/LazyDateField.tsx';
import { kindViews } from './kind-views.ts';
import { prefetchLightKinds } from './LightKindField.tsx';
import { prefetchRichText } from './rich-text/LazyRichTextField.tsx';

beforeAll(async () => {
  await Promise.all([prefetchDateField(), prefetchLightKinds(), prefetchRichText()]);
});

type EditedElement = HTMLElement & { editor: Editor };

interface KindCase {
  /** Role of the control; empty for a native input that has none. */
  role: string;
  model?: Partial<FieldModel>;
  value: unknown;
  text: string;
  /** Changes the field's value as a user would; `edited` is the value that is sent afterwards. */
  edit: (control: HTMLElement) => void | Promise<void>;
  edited: unknown;
  /** Clears the value; `cleared` is the value that is sent afterwards. */
  clear: (control: HTMLElement) => void | Promise<void>;
  cleared: unknown;
}

const type = (text: string) => (control: HTMLElement) => {
  fireEvent.change(control, { target: { value: text } });
};
/** Replaces the content of a rich text through its editor, which this window cannot lay out for real keys. */
const typeInto = (control: HTMLElement, html: string) => {
  act(() => void (control as EditedElement).editor.commands.setContent(html, { emitUpdate: true }));
};
const press = (name: string | RegExp, role = 'button') => {
  fireEvent.click(screen.getByRole(role, { name }));
};
/** Presses the clear icon of an Ant Design select box or date box. */
const pressClearIcon = () => {
  const icon = document.querySelector('[data-path="x"] :is(.ant-select-clear, .ant-picker-clear)');
  if (!icon) throw new Error('there is no clear icon');
  fireEvent.mouseDown(icon);
  fireEvent.click(icon);
};
const choose = async (label: string) => {
  fireEvent.click(
    await screen.findByText(label, { selector: '[class*=option-content], [class*=item-content], [title]' }),
  );
};
const loadOrganisations = async () => [
  { id: 'rsj', name: '县人社局' },
  { id: 'zjj', name: '县住建局' },
];
/** Replaces the region dialog, which has its own test. */
const RegionChooser = ({ onChoose }: RegionChooserProps) => (
  <button type="button" onClick={() => onChoose([{ code: '110000', name: '北京市' }])}>
    选北京市
  </button>
);
const uploadFile = async (file: File) => ({ id: 'g', name: file.name, size: file.size });

const options = [
  { value: 'a', label: '甲' },
  { value: 'b', label: '乙' },
];
const columns: FieldModel[] = [{ id: 'cell', title: '格', 'x-component': 'single-line' }];

/** One list for all kinds; a missing kind is a compile error. */
const cases: Record<Exclude<KindName, 'heading' | 'divider'>, KindCase> = {
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
  table: {
    role: 'group',
    model: { columns },
    value: [{ cell: '内容' }],
    text: '内容',
    edit: (control) => type('改过')(within(control).getByRole('textbox')),
    edited: [{ cell: '改过' }],
    clear: () => press('删除第 1 行'),
    cleared: [],
  },
};

it('the cases cover every kind', () => {
  expect(new Set([...Object.keys(cases), 'heading', 'divider'])).toEqual(new Set(Object.keys(kindViews)));
});

/** Presses an option in the list that fills the screen of a phone. */
const chooseInList = (label: string) => async (control: HTMLElement) => {
  fireEvent.click(control);
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(label) }));
};
const nativeInput = (kind: KindCase, edited: string): KindCase => ({
  ...kind,
  role: '',
  edit: type(edited),
  edited,
  clear: type(''),
});

/** The kinds that have a view of their own on a phone. */
const phoneCases: Partial<typeof cases> = {
  select: { ...cases.select, edit: chooseInList('甲'), clear: () => press('清除名目') },
  organisation: { ...cases.organisation, edit: chooseInList('县住建局'), clear: () => press('清除名目') },
  nation: { ...cases.nation, edit: chooseInList('维吾尔族'), clear: () => press('清除名目') },
  date: nativeInput(cases.date, '2026-11-23'),
  time: nativeInput(cases.time, '15:00'),
  'date-range': {
    ...cases['date-range'],
    edit: () => type('2026-11-30')(screen.getByLabelText('名目：结束日期')),
    clear: () => {
      type('')(screen.getByLabelText('名目：开始日期'));
      type('')(screen.getByLabelText('名目：结束日期'));
    },
  },
};

const renderings = [
  ...Object.entries(cases).map(([name, kind]) => ({ name, kind, where: 'on a desktop', isPhone: false })),
  ...Object.entries({ ...cases, ...phoneCases }).map(([name, kind]) => ({
    name,
    kind,
    where: 'on a phone',
    isPhone: true,
  })),
];

describe.each(renderings)('kind $name $where', ({ name, kind, isPhone }) => {
  beforeEach(() => {
    if (isPhone) stubPhone();
  });
  afterEach(() => void vi.unstubAllGlobals());

  const { role, model, value, text, edit, edited, clear, cleared } = kind;
  const field = { id: 'x', title: '名目', 'x-component': name, ...model } satisfies FieldModel;
  const findControl = () =>
    ['', 'password'].includes(role)
      ? screen.getByLabelText(/名目/, { selector: 'input' })
      : screen.getByRole(role, { name: /名目/ });

  it('has an accessible name and a description from its help text', () => {
    openForm([{ ...field, help: '怎样填写' }]);
    const control = findControl();
    const descriptionId = control.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(descriptionId)?.textContent).toBe('怎样填写');
  });

  it('required: marks the label, and shows the missing value at the field and in the summary', () => {
    const { handle } = openForm([{ ...field, required: true }]);
    expect(screen.getByText('*')).toBeTruthy();
    act(() => void handle().validate());
    const control = findControl();
    const descriptionId = (control.getAttribute('aria-describedby') ?? '').split(' ').at(-1) ?? '';
    expect(document.getElementById(descriptionId)?.textContent).toContain('名目不能为空');
    expect(screen.getByRole('alert').textContent).toContain('名目不能为空');
    if (!['group', 'button'].includes(role)) expect(control.getAttribute('aria-invalid')).toBe('true');
  });

  it('disabled by linkage: shows its value and accepts no input', () => {
    const trigger: FieldModel = { id: 'lock', title: '锁', 'x-component': 'single-line' };
    const linkage = [{ when: { field: 'lock', is: 'exists' as const }, effects: ['disable' as const] }];
    const { container } = openForm([trigger, { ...field, linkage }], { values: { lock: '是', x: value } });
    const controls = container.querySelectorAll(
      `[data-path="x"] :is(input:not([hidden]), textarea, button:not(.${styles.fileName}))`,
    );
    expect(controls.length).toBeGreaterThan(0);
    for (const element of controls) expect((element as HTMLInputElement).disabled).toBe(true);
  });

  it('authority 1: is shown as text, without a control', () => {
    const { container } = openForm([field], { values: { x: value }, authority: { x: 1 } });
    const box = container.querySelector('[data-path="x"]');
    expect(box?.textContent).toContain(text);
    expect(box?.querySelector('input, textarea')).toBeNull();
  });

  it('read-only form: is shown as text for every authority', () => {
    const { container, handle } = openForm([field], { values: { x: value }, mode: 'read' });
    expect(container.querySelector('[data-path="x"]')?.textContent).toContain(text);
    expect(container.querySelector('input, textarea')).toBeNull();
    expect(handle().values()).toEqual({});
  });

  it('authority 0: is absent', () => {
    const { container } = openForm([field], { values: { x: value }, authority: { x: 0 } });
    expect(container.querySelector('[data-path="x"]')).toBeNull();
  });

  it('authority 2: sends its original value, its edited value, and an empty value once cleared', async () => {
    const { handle } = openForm(
      [field],
      { values: { x: value } },
      { RegionChooser, loadOrganisations, uploadFile },
    );
    const sentValue = () => handle().values().x;
    expect(sentValue()).toMatchObject(value as object);
    expect(handle().touched()).toBe(false);
    await edit(findControl());
    await waitFor(() => expect(sentValue()).toMatchObject(edited as object));
    expect(handle().touched()).toBe(true);
    await clear(findControl());
    await waitFor(() => expect(sentValue()).toEqual(cleared));
  });

  it('gets the focus when the summary or the server links to it', () => {
    const { handle, container } = openForm([field], { values: { x: value } });
    act(() => handle().focusField('x'));
    expect(container.querySelector('[data-path="x"]')?.contains(document.activeElement)).toBe(true);
  });
});

it('a divider separates two fields, and stands neither first nor last', () => {
  const field = (id: string): FieldModel => ({ id, title: id, 'x-component': 'single-line' });
  const { container } = openForm([
    field('a'),
    { id: 'line', title: '以下由窗口填写', 'x-component': 'divider' },
    field('b'),
  ]);
  expect(container.querySelector('[data-grid]')?.textContent).toContain('以下由窗口填写');
  expect(container.querySelector('[data-path="line"]')).toBeNull();
});

it.each(['switch', 'slider', 'rating'])('a %s that nobody has touched sends no value', (name) => {
  const { handle } = openForm([{ id: 'x', title: '名目', 'x-component': name }]);
  expect(handle().values().x).toBeNull();
  expect(screen.getByText(/^未(选择|评分)$/)).toBeTruthy();
});

it('a stored password shows as asterisks, opens empty, and is kept, replaced or removed', () => {
  const value = mask(writeOnlyRule, 'geheim');
  const field: FieldModel = { id: 'x', title: '口令', 'x-component': 'password', required: true };
  const { handle } = openForm([field], { values: { x: value }, masked: ['x'] });
  const box = screen.getByLabelText<HTMLInputElement>(/口令/, { selector: 'input' });
  expect([box.type, box.autocomplete, box.value]).toEqual(['password', 'new-password', '********']);
  act(() => box.focus());
  expect(box.value).toBe('');
  act(() => box.blur());
  expect(handle().validate()).toEqual([]);
  expect(handle().values()).toEqual({ x: value });
  act(() => box.focus());
  type('******')(box);
  expect(handle().values()).toEqual({ x: '******' });
  press('清除口令');
  expect(handle().validate()).toEqual([{ field: 'x', message: '口令不能为空' }]);
});

it('a field for pictures offers and takes no other files', async () => {
  const { handle } = openForm(
    [{ id: 'x', title: '照片', 'x-component': 'image-upload' }],
    {},
    { uploadFile },
  );
  expect(screen.getByText('支持 jpg、jpeg、png、gif，单个不超过 20 MB')).toBeTruthy();
  const chooser = screen.getByTestId<HTMLInputElement>('chooser-x');
  expect(chooser.accept).not.toContain('.pdf');
  fireEvent.change(chooser, { target: { files: [new File(['12345'], '说明.pdf')] } });
  expect(await screen.findByText(/格式错误！请重新上传/)).toBeTruthy();
  expect(handle().values().x).toEqual([]);
});

it('an empty slider takes its lowest value with a click or a key there', () => {
  const { handle } = openForm([{ id: 'x', title: '名目', 'x-component': 'slider' }]);
  fireEvent.click(screen.getByRole('slider'));
  expect(handle().values().x).toBe(0);
  press('清除名目');
  fireEvent.keyDown(screen.getByRole('slider'), { key: 'Home' });
  expect(handle().values().x).toBe(0);
});

it('a text that is no time stays in its box, with the reason', () => {
  const { handle } = openForm([{ id: 'x', title: '名目', 'x-component': 'time' }]);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: '名目' });
  type('25点')(box);
  fireEvent.blur(box);
  expect(box.value).toBe('25点');
  expect(handle().values().x).toBe('25点');
  expect(screen.getByText('时间无法识别，请按“09:30”填写')).toBeTruthy();
});

it('a date range is checked when both boxes have been left', () => {
  openForm([{ id: 'x', title: '名目', 'x-component': 'date-range' }]);
  const [from, to] = screen.getAllByRole('textbox');
  if (!from || !to) throw new Error('there are no two boxes');
  act(() => from.focus());
  type('2026-11-20')(from);
  act(() => to.focus());
  expect(screen.queryByText('请填写结束日期')).toBeNull();
  act(() => to.blur());
  expect(screen.getByText('请填写结束日期')).toBeTruthy();
});

it.each(['住建', 'zhufang', 'zjj'])('an organisation is found by “%s”', async (text) => {
  const field: FieldModel = { id: 'x', title: '承办单位', 'x-component': 'organisation' };
  const found = { id: 'zjj', name: '住房和城乡建设局', pinyin: 'zhu fang he cheng xiang jian she ju' };
  const other = { id: 'rsj', name: '人社局', pinyin: 'ren she ju' };
  const { handle } = openForm([field], {}, { loadOrganisations: async () => [other, found] });
  const box = screen.getByRole('combobox', { name: '承办单位' });
  fireEvent.mouseDown(box);
  fireEvent.change(box, { target: { value: text } });
  await choose(found.name);
  expect(screen.queryByTitle(other.name)).toBeNull();
  // The pinyin is only for the search.
  expect(handle().values().x).toEqual([{ id: 'zjj', name: found.name }]);
});

describe.each(['single-line', 'textarea'])('masked %s', (name) => {
  const field: FieldModel = {
    id: 'x',
    title: '手机',
    'x-component': name,
    'x-secret': true,
    'x-secret-rule': 'mobile',
  };

  it('shows the mask, opens empty, and keeps the mask when nothing is typed', () => {
    const { handle } = openForm([field], { values: { x: '138****5678' }, masked: ['x'] });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    expect(box.value).toBe('138****5678');
    act(() => box.focus());
    expect(box.value).toBe('');
    act(() => box.blur());
    expect(box.value).toBe('138****5678');
    expect(handle().validate()).toEqual([]);
    expect(handle().values()).toEqual({ x: '138****5678' });
  });

  it('masks what this person typed while the field has no focus', () => {
    openForm([field], { values: { x: '13812345678' } });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    expect(box.value).toBe('138****5678');
    act(() => box.focus());
    expect(box.value).toBe('13812345678');
  });

  it('shows what was typed when the person asks for it, and hides it again', () => {
    openForm([field], { values: { x: '13812345678' } });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    fireEvent.click(screen.getByRole('button', { name: '显示手机' }));
    expect(box.value).toBe('13812345678');
    fireEvent.click(screen.getByRole('button', { name: '隐藏手机' }));
    expect(box.value).toBe('138****5678');
  });

  it('keeps the focus while the first character replaces a value of the server', () => {
    openForm([field], { values: { x: '138****5678' }, masked: ['x'] });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    act(() => box.focus());
    fireEvent.change(box, { target: { value: '1' } });
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
    expect(box.isConnected).toBe(true);
  });

  it('selects its text when Tab leads to it, so that typing replaces it', async () => {
    openForm([field], { values: { x: '13812345678' } });
    const box = screen.getByRole<HTMLInputElement>('textbox');
    await act(async () => {
      box.setSelectionRange(0, box.value.length);
      box.focus();
    });
    expect([box.selectionStart, box.selectionEnd]).toEqual([0, '13812345678'.length]);
  });
});
