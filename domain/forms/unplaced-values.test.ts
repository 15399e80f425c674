import { expect, test } from 'vitest';
import type { FieldModel } from './model.ts';
import { buildForm } from './test-forms.ts';
import { unplacedValues } from './unplaced-values.ts';

const text = (id: string, title: string): FieldModel => ({ id, title, 'x-component': 'single-line' });
const unplaced = (before: FieldModel[], now: FieldModel[], values: Record<string, unknown>) =>
  unplacedValues(buildForm(before).fields, buildForm(now).fields, values);

test('names the values of removed fields as text, and no empty ones or those that still have a field', () => {
  const choice: FieldModel = {
    ...{ id: 'kind', title: '类别', 'x-component': 'radio' },
    options: [{ value: '1', label: '咨询' }],
  };
  const before = [text('name', '名称'), text('gone', '旧项'), text('empty', '空项'), choice];
  const values = { name: '甲', gone: '我打的字', empty: '', kind: '1' };
  expect(unplaced(before, [text('name', '名称')], values)).toEqual([
    { title: '旧项', text: '我打的字' },
    { title: '类别', text: '咨询' },
  ]);
  expect(unplaced(before, before, values)).toEqual([]);
});

test('names a value that the new kind of its field does not accept', () => {
  const count: FieldModel = { id: 'count', title: '人数', 'x-component': 'number' };
  const days: FieldModel = { id: 'count', title: '人数', 'x-component': 'date-range' };
  expect(unplaced([count], [days], { count: 77 })).toEqual([{ title: '人数', text: '77' }]);
});

test('names the column of a table with the texts of all rows', () => {
  const table = (columns: FieldModel[]): FieldModel => ({
    ...{ id: 'people', title: '人员', 'x-component': 'table' },
    columns,
  });
  const values = {
    people: [
      { a: '甲', b: '一' },
      { a: '乙', b: '' },
      { a: '丙', b: '三' },
    ],
  };
  expect(
    unplaced([table([text('a', '姓名'), text('b', '备注')])], [table([text('a', '姓名')])], values),
  ).toEqual([{ title: '人员 · 备注', text: '一；三' }]);
  expect(unplaced([table([text('a', '姓名'), text('b', '备注')])], [text('x', '其他')], values)).toEqual([
    { title: '人员', text: '姓名：甲，备注：一；姓名：乙；姓名：丙，备注：三' },
  ]);
});

test('gives no text of an encrypted field', () => {
  const secret: FieldModel = { ...text('phone', '电话'), 'x-encryption': true };
  expect(unplaced([secret], [], { phone: '13800138000' })).toEqual([{ title: '电话', text: '' }]);
});
