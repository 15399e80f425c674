import { describe, expect, test } from 'vitest';
import type { FieldModel } from './model.ts';
import { buildForm } from './test-forms.ts';
import { changedPartOf, differencesOf } from './value-differences.ts';

const people: FieldModel = {
  id: 'people',
  title: '涉及人员',
  'x-component': 'table',
  columns: [
    { id: 'name', title: '姓名', 'x-component': 'single-line' },
    { id: 'phone', title: '电话', 'x-component': 'single-line' },
  ],
} as unknown as FieldModel;

const fields = [
  { id: 'title', title: '标题', 'x-component': 'single-line' },
  {
    id: 'level',
    title: '紧急程度',
    'x-component': 'radio',
    options: [
      { label: '一般', value: 'normal' },
      { label: '紧急', value: 'urgent' },
    ],
  },
  { id: 'papers', title: '附件', 'x-component': 'upload' },
  people,
] as unknown as FieldModel[];
const form = buildForm(fields);

const compare = (id: string, before: unknown, after: unknown) => {
  const field = form.byId.get(id);
  if (!field) throw new Error(`No field ${id}`);
  return differencesOf(field, before, after).map(({ place, kind, before: from, after: to }) =>
    [place, kind, from, to].join('|'),
  );
};

describe('differences between two values of a field', () => {
  test('name the labels of options, and tell filled, changed and emptied values apart', () => {
    expect(compare('level', 'normal', 'urgent')).toEqual(['|changed|一般|紧急']);
    expect(compare('title', null, '甲')).toEqual(['|filled||甲']);
    expect(compare('title', '甲', '')).toEqual(['|emptied|甲|']);
    expect(compare('title', undefined, '')).toEqual([]);
  });

  test('name files by their names, compared by their ids', () => {
    const file = (id: string, name: string) => ({ id, name, size: 1 });
    expect(
      compare(
        'papers',
        [file('1', '甲.pdf'), file('2', '乙.pdf')],
        [file('2', '乙.pdf'), file('3', '甲.pdf')],
      ),
    ).toEqual(['|added||甲.pdf', '|removed|甲.pdf|']);
  });

  const row = (name: string, phone = '1') => ({ name, phone });

  test('find the changed cell although rows were added above it', () => {
    expect(
      compare('people', [row('甲'), row('乙'), row('丙')], [row('丁'), row('甲'), row('乙', '2'), row('丙')]),
    ).toEqual(['第 3 行 / 电话|changed|1|2', '第 1 行|added||姓名：丁，电话：1']);
  });

  test('find removed and moved rows, and ignore the keys of rows', () => {
    expect(
      compare('people', [row('甲'), row('乙'), row('丙')], [{ ...row('丙'), _uid: '0' }, row('甲')]),
    ).toEqual(['第 2 行|moved|第 1 行|姓名：甲，电话：1', '第 2 行|removed|姓名：乙，电话：1|']);
    expect(compare('people', [row('甲')], [{ ...row('甲'), _uid: 'n1' }])).toEqual([]);
  });

  test('are found in 500 rows in bounded time', () => {
    const before = Array.from({ length: 500 }, (_, index) => row(String(index)));
    const after = before.map(({ name }) => row(name, '2')).reverse();
    expect(compare('people', before, after)).toHaveLength(1000);
  });

  test('show the changed part of a long text', () => {
    const start = '三号楼电梯停用两个月老人上下楼困难';
    expect(changedPartOf(`${start}请修复`, `${start}请尽快修复`)).toEqual({
      start: `…${[...`${start}请`].slice(-12).join('')}`,
      before: '',
      after: '尽快',
      end: '修复',
    });
    expect(changedPartOf('', '甲')).toEqual({ start: '', before: '', after: '甲', end: '' });
  });
});
