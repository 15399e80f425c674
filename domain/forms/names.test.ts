import { expect, test } from 'vitest';
import type { FormModel } from './model.ts';
import { problemsOfNames } from './names.ts';

const formOf = (title: string, ...fields: object[]) =>
  ({
    schema: { fields: fields as FormModel['schema']['fields'] },
    globalConfig: { code: 'letter', title, columns: 1, allowEdit: [] },
  }) satisfies FormModel;

test('names of a form, its fields, columns and options must be on a single line', () => {
  const invalidName = '信\u202e访\n件';
  const table = {
    id: 'people',
    title: '人员',
    columns: [{ id: 'kind', title: invalidName, options: [{ value: '1', label: invalidName }] }],
  };
  expect(
    problemsOfNames(formOf(invalidName, { id: 'area', title: invalidName }, table)).map(({ field }) => field),
  ).toEqual(['globalConfig.title', 'area', 'people[].kind', 'people[].kind']);
});

test('the name of a form has at most a hundred characters', () => {
  expect(problemsOfNames(formOf('访'.repeat(100), { id: 'area', title: '地区' }))).toEqual([]);
  expect(problemsOfNames(formOf('访'.repeat(101)))).toEqual([
    { field: 'globalConfig.title', message: '表单名称不能超过100个字符' },
  ]);
});
