import { describe, expect, it } from 'vitest';
import type { FieldModel, Option } from '../model.ts';
import { buildForm } from '../test-forms.ts';
import { readPastedText } from './pasted-value.ts';

const options: Option[] = [
  { value: '1', label: '当事人' },
  { value: '2', label: '证人、家属' },
];
const tree: Option[] = [
  {
    value: 'food',
    label: '食品',
    children: [
      { value: 'f1', label: '其他' },
      { value: 'f2', label: '熟食' },
    ],
  },
  { value: 'drug', label: '药品', children: [{ value: 'd1', label: '其他' }] },
];

function read(kind: string, text: string, more: Partial<FieldModel> = {}) {
  const column: FieldModel = { id: 'a', title: '甲', 'x-component': kind, ...more };
  const [table] = buildForm([{ id: 't', title: '表', 'x-component': 'table', columns: [column] }]).fields;
  const [compiled] = table?.columns ?? [];
  if (compiled === undefined) throw new Error('no column');
  return readPastedText(text, compiled, '2026-11-30');
}

describe('a pasted text as a value of its column (decision 0226)', () => {
  it.each<[string, string, unknown, Partial<FieldModel>?]>([
    ['single-line', '007', '007'],
    ['single-line', ' 330199196205110029\u00a0', '330199196205110029'],
    ['textarea', '一\n二', '一\n二'],
    ['single-line', '', ''],
    ['number', '1,234.5', 1234.5],
    ['number', '￥ 1,234.50 元', 1234.5, { 'x-props': { unit: '元' } }],
    ['number', '', null],
    ['date', '2026/1/5', '2026-01-05'],
    ['date', '2026年1月5日', '2026-01-05'],
    ['date', '2026/1/5 0:00:00', '2026-01-05'],
    ['date', '2026-02-30', '2026-02-30'],
    ['date-range', '2026/1/5 至 2026年2月1日', ['2026-01-05', '2026-02-01']],
    ['time', '9:30', '09:30'],
    ['switch', '是', true],
    ['switch', 'FALSE', false],
    ['select', '当事人', '1', { options }],
    ['select', '2', '2', { options }],
    ['select', '当事人，2', ['1', '2'], { options, 'x-props': { multiple: true } }],
    ['checkbox', '证人、家属', ['2'], { options }],
    ['checkbox', '当事人；1', ['1', '1'], { options }],
    ['tree-select', '熟食', 'f2', { options: tree }],
    ['tree-select', '药品/其他', 'd1', { options: tree }],
    ['cascader-select', '食品 / 其他', ['food', 'f1'], { options: tree }],
    ['rating', '4 星', 4],
    ['nation', '汉族', '汉族'],
  ])('%s takes %j', (kind, text, value, more) => expect(read(kind, text, more)).toEqual({ value }));

  it.each<[string, string, string, Partial<FieldModel>?]>([
    ['single-line', '3.30127E+17', '长数字已被表格软件改成科学计数法，请填写完整的数字'],
    ['number', '1E+05', '长数字已被表格软件改成科学计数法，请填写完整的数字'],
    ['date', '########', '表格软件的列太窄，没有复制到内容，请重新填写'],
    ['number', '#DIV/0!', '是表格软件的错误值，请重新填写'],
    ['number', '12,5', '千分位逗号的位置不正确，应写为 1,234.5 或 1234.5'],
    ['number', '1234567890123456', '数字过长，整数和小数合计最多15位'],
    ['switch', '也许', '请填写“是”或“否”'],
    ['select', '联系人', '没有“联系人”，可选：当事人、证人、家属', { options }],
    ['tree-select', '其他', '有多个“其他”，请填写完整的路径或编码', { options: tree }],
    ['upload', '照片.png', '这一列不能粘贴'],
  ])('%s refuses %j', (kind, text, problem, more) => expect(read(kind, text, more)).toEqual({ problem }));

  it('finds options that only linkage offers', () => {
    const setOptions = [{ value: 'x', label: '特别' }];
    const linkage = [{ when: { field: 'a', is: 'empty' as const }, effects: [{ setOptions }] }];
    const others: Partial<FieldModel> = {
      options,
      linkage: linkage.map((each) => ({ ...each, when: { field: 'b', is: 'empty' as const } })),
    };
    const column: FieldModel = { id: 'a', title: '甲', 'x-component': 'select', ...others };
    const b: FieldModel = { id: 'b', title: '乙', 'x-component': 'single-line' };
    const [table] = buildForm([
      { id: 't', title: '表', 'x-component': 'table', columns: [b, column] },
    ]).fields;
    const compiled = table?.columns[1];
    expect(compiled && readPastedText('特别', compiled, '2026-11-30')).toEqual({ value: 'x' });
  });
});
