import { expect, test } from 'vitest';
import { compileForm } from './compile.ts';
import type { FieldModel } from './model.ts';
import { createProblemFormatter, placeOfProblem, problemWithPlace } from './problem-places.ts';

const fields: FieldModel[] = [
  { id: 'place', title: '经营地点', 'x-component': 'single-line' },
  {
    id: 'goods',
    title: '物品',
    'x-component': 'table',
    columns: [
      { id: 'what', title: '名称', 'x-component': 'single-line' },
      { id: 'kind', title: '种类', 'x-component': 'select' },
      { id: 'no code', title: '', 'x-component': 'single-line' },
    ],
  },
  { id: 'place', title: ' ', 'x-component': 'single-line' },
];
const form = (ownFields: readonly unknown[]) => ({
  globalConfig: { code: 'stall', title: '申请表', columns: 2, allowEdit: [] },
  schema: { fields: ownFields },
});
const textsOf = (ownFields: readonly unknown[]) => {
  const model = form(ownFields);
  const problems = compileForm(model);
  return Array.isArray(problems) ? problems.map(createProblemFormatter(JSON.stringify(model))) : [];
};

test('every problem of a form names the label and place of its field, also in a table', () => {
  expect(textsOf(fields)).toEqual([
    '第 2 项“物品”第 3 列（未命名）：字段标识应以字母开头，只含字母和数字',
    '第 2 项“物品”第 3 列（未命名）：缺少字段名称',
  ]);
  const validFields = [
    fields[0],
    { ...fields[1], columns: [{ id: 'kind', title: '种类', 'x-component': 'select' }] },
    { ...fields[2], title: '经营地点二' },
  ];
  expect(textsOf(validFields)).toEqual([
    '第 3 项“经营地点二”：字段标识重复',
    '第 2 项“物品”第 1 列“种类”：缺少选项',
  ]);
  expect(textsOf([{ id: '', title: '无标识', 'x-component': 'single-line' }])).toEqual([
    '第 1 项“无标识”：字段标识应以字母开头，只含字母和数字',
  ]);
});

test('a problem of linkage names the labels of the linked fields', () => {
  const link = (field: string) => [{ when: { field, is: 'exists' }, effects: ['hide'] }];
  const first = { id: 'a', title: '甲', 'x-component': 'single-line', linkage: link('b') };
  const second = { id: 'b', title: '乙', 'x-component': 'single-line' };
  expect(textsOf([first, { ...second, linkage: link('a') }])).toEqual([
    '第 1 项“甲”：联动形成循环：甲 → 乙 → 甲',
  ]);
  expect(textsOf([first, { ...second, 'x-secret': true, 'x-secret-rule': 'name' }])).toEqual([
    '第 1 项“甲”：联动不能引用脱敏字段“乙”',
  ]);
});

test('a problem links to its field and column, a problem of the form itself to none', () => {
  expect(placeOfProblem(fields, 'goods[].kind')).toEqual([1, 1]);
  expect(placeOfProblem(fields, 'schema.fields[1].columns[2]')).toEqual([1, 2]);
  expect(placeOfProblem(fields, 'place')).toEqual([2]);
  expect(placeOfProblem(fields, 'globalConfig.title')).toEqual([]);
  expect(problemWithPlace(fields, { field: 'globalConfig.title', message: '缺少表单名称' })).toBe(
    '缺少表单名称',
  );
});

test('a problem in a file without valid fields keeps its original message', () => {
  for (const json of ['{', 'null', '{"schema":{"fields":7}}', '{"schema":{"fields":[null,{"columns":3}]}}'])
    expect(createProblemFormatter(json)({ field: 'a[].b', message: '有误' })).toBe('有误');
});
