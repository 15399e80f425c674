import { describe, expect, test } from 'vitest';
import { compileForm } from './compile.ts';
import { controlFor, operatorsFor, reasonNotShown, withOperator } from './linkage-editing.ts';
import { placeOfField, usesInLinkage, withNewId } from './linkage-references.ts';
import { problemsOfRule } from './lint-linkage.ts';
import type { Comparison, FieldModel, Linkage, LinkageEffect } from './model.ts';
import { buildModel } from './test-forms.ts';

const field = (id: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title: id,
  'x-component': 'single-line',
  ...more,
});
const reads = (id: string, ...effects: LinkageEffect[]): Linkage => ({
  when: { or: [{ not: { field: id, is: 'exists' } }, { field: id, is: 'equals', value: 'a' }] },
  effects: effects.length > 0 ? effects : ['show'],
});

const channel = field('channel');
const shadowed = field('other', {
  'x-component': 'array',
  fields: [channel, field('way', { linkage: [reads('channel')] })],
});
const fields: FieldModel[] = [
  channel,
  field('note', {
    linkage: [reads('channel')],
    rules: [{ rule: 'process', code: 'r', fields: { key: 'channel', more: 'note' } }],
  }),
  field('people', {
    'x-component': 'table',
    columns: [field('way', { linkage: [reads('until'), reads('channel')] })],
  }),
  shadowed,
  field('until', { 'x-component': 'date', rules: [{ rule: 'dateFrom', field: 'channel' }] }),
];

test('the rules that read a field are found at every place that reaches it', () => {
  const uses = usesInLinkage(fields, channel).map(({ path, index }) => `${path}#${index}`);
  expect(uses).toEqual(['note#0', 'people[].way#1']);
  const inner = shadowed.fields ?? [];
  expect(usesInLinkage(inner, channel, 'other[].').map(({ path }) => path)).toEqual(['other[].way']);
});

test('linkage and rules follow the new id of a field, but not those that read another of the same id', () => {
  const renamed = withNewId(fields, channel, 'form');
  const text = (value: unknown) => JSON.stringify(value);
  expect(renamed[0]).toEqual({ ...channel, id: 'form' });
  for (const index of [1, 2, 4])
    expect(text(renamed[index])).toBe(text(fields[index]).replaceAll('"channel"', '"form"'));
  expect(renamed[3]).toEqual(shadowed);
  expect(Array.isArray(compileForm(buildModel(renamed)))).toBe(false);
});

describe('a rule in the editor names (S2 §5)', () => {
  const place = (index: number) => placeOfField(fields, [index]);
  const problemsOf = (rule: Linkage, index = 0) =>
    problemsOfRule(rule, fields[index] as FieldModel, place(index));

  test('a missing field, an unknown field and a circle', () => {
    expect(problemsOf({ when: { field: '', is: 'exists' }, effects: [] })).toEqual([
      '条件尚未选择字段',
      '尚未选择效果',
    ]);
    expect(problemsOf(reads('gone'))).toEqual(['联动引用了不存在的字段“gone”']);
    expect(problemsOf(reads('note'))).toEqual(['联动形成循环：channel → note → channel']);
    expect(problemsOf(reads('until'))).toEqual([]);
  });

  test('a wrong pattern, a wrong value, and a condition that never holds', () => {
    const rule = { when: { field: 'until', is: 'regexp' as const, value: '(' }, effects: ['hide' as const] };
    expect(problemsOf(rule)).toHaveLength(1);
    expect(problemsOf(reads('until', { setValue: 5 }))).toEqual([
      '联动填入的值有误：“5”与字段“channel”的类型不符',
    ]);
    const never = {
      and: [
        { field: 'until', is: 'exists' as const },
        { field: 'until', is: 'empty' as const },
      ],
    };
    expect(problemsOf({ when: never, effects: ['hide'] })).toEqual(['联动的条件不可能成立，隐藏不会发生']);
  });
});

test('operators and controls fit the kind of a field', () => {
  const options = [{ value: 'a', label: '甲' }];
  const radio = field('r', { 'x-component': 'radio', options });
  expect(operatorsFor(radio)).toEqual(['equals', 'notEquals', 'anyOf', 'exists', 'empty']);
  expect(operatorsFor(field('n', { 'x-component': 'number' }))).toContain('greater');
  expect(operatorsFor(field('s', { 'x-secret': true }))).toEqual([]);
  expect(operatorsFor(field('h', { 'x-component': 'heading' }))).toEqual([]);
  expect(operatorsFor(field('p', { 'x-component': 'date-range' }))).toContain('rangeContains');
  const kindsOf = (...args: Parameters<typeof controlFor>) => {
    const control = controlFor(...args);
    return typeof control === 'string' ? control : control?.map((each) => each['x-component']);
  };
  expect(kindsOf(radio, 'equals')).toEqual(['radio']);
  expect(kindsOf(radio, 'anyOf')).toEqual(['select']);
  expect(kindsOf(field('d', { 'x-component': 'date' }), 'inRange')).toEqual(['date', 'date']);
  expect(kindsOf(field('t'), 'sizeGreater')).toEqual(['number']);
  expect(kindsOf(field('t'), 'anyOf')).toBe('list');
  const comparison: Comparison = { field: 'r', is: 'equals', value: 'a' };
  expect(withOperator(comparison, radio, { is: 'notEquals' })).toEqual({ ...comparison, is: 'notEquals' });
  expect(withOperator(comparison, radio, { is: 'exists' })).toEqual({ field: 'r', is: 'exists' });
  expect(withOperator(comparison, field('n', { 'x-component': 'number' }), { field: 'n' })).toMatchObject({
    field: 'n',
    is: 'equals',
  });
});

test('a rule that the controls cannot show says why', () => {
  const scope = new Map(fields.map((each) => [each.id, each]));
  const reasonOf = (rule: unknown) => reasonNotShown(rule, channel, scope);
  expect(reasonOf(reads('note'))).toBeUndefined();
  expect(reasonOf({ ...reads('note'), comment: 'x' })).toBe('含有此处没有的设置“comment”');
  expect(reasonOf({ ...reads('note'), effects: ['show', 'show'] })).toBe('同一种效果出现了多次');
  expect(reasonOf({ ...reads('note'), effects: ['blink'] })).toBe('含有不认识的效果');
  expect(reasonOf({ when: { not: { not: reads('note').when } }, effects: [] })).toBe(
    '条件中有连续两次“不满足”',
  );
  expect(reasonOf({ when: { field: 'note', is: 'equals', value: 5 }, effects: [] })).toBe(
    '与“note”比较的值不是该字段的值',
  );
  expect(reasonOf(reads('note', { setValue: [1] }))).toBe('填入的值不是本字段的值');
  expect(reasonOf(null)).toBe('不是一条完整的联动');
});
