import { expect, test } from 'vitest';
import { compileForm } from './compile.ts';
import { dependentFields, withoutField } from './field-removal.ts';
import type { FieldModel } from './model.ts';

const reads = (field: string) => ({
  when: { and: [{ field, is: 'equals' as const, value: 'other' }] },
  effects: ['show' as const],
});
const channel: FieldModel = { id: 'channel', title: '信访形式', 'x-component': 'single-line' };
const fields: FieldModel[] = [
  channel,
  { id: 'note', title: '其他形式说明', 'x-component': 'single-line', linkage: [reads('channel')] },
  { id: 'sum', title: '摘要', 'x-component': 'single-line', linkage: [reads('note'), reads('channel')] },
  { id: 'until', title: '截止日期', 'x-component': 'date', rules: [{ rule: 'dateFrom', field: 'channel' }] },
  {
    id: 'people',
    title: '代表人',
    'x-component': 'table',
    columns: [{ id: 'way', title: '方式', 'x-component': 'single-line', linkage: [reads('channel')] }],
  },
  {
    id: 'other',
    title: '他表',
    'x-component': 'table',
    columns: [
      { ...channel, title: '形式' },
      { id: 'way', title: '方式', 'x-component': 'single-line', linkage: [reads('channel')] },
    ],
  },
];
const modelOf = (list: FieldModel[]) => ({
  globalConfig: { code: 'letter', title: '来信', columns: 2 as const, allowEdit: [] },
  schema: { fields: list },
});

test('names every field and column that depends on a field, by linkage or by rules', () => {
  expect(dependentFields(fields, channel)).toEqual([
    { title: '其他形式说明', linkage: true, rules: false },
    { title: '摘要', linkage: true, rules: false },
    { title: '截止日期', linkage: false, rules: true },
    { title: '方式', linkage: true, rules: false },
  ]);
});

test('removes a field with all that depends on it, so that the form can be published', () => {
  expect(Array.isArray(compileForm(modelOf(fields)))).toBe(false);
  expect(Array.isArray(compileForm(modelOf(fields.slice(1))))).toBe(true);
  const remaining = withoutField(fields, channel);
  expect(Array.isArray(compileForm(modelOf(remaining)))).toBe(false);
  const [note, sum, until, people, other] = remaining;
  expect(note).not.toHaveProperty('linkage');
  expect(sum?.linkage).toEqual([reads('note')]);
  expect(until).not.toHaveProperty('rules');
  expect(people?.columns?.[0]).not.toHaveProperty('linkage');
  expect(other).toBe(fields[5]);
});

test('keeps the linkage while another field has the same id', () => {
  const copy = { ...channel, title: '另一个' };
  expect(withoutField([...fields, copy], copy)).toEqual(fields);
});
