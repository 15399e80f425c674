import { describe, expect, test } from 'vitest';
import { compileNewForm } from './compile-new.ts';
import { problemsOfComputed } from './computed/lint-computed.ts';
import { hintsOfFields, lintLinkage } from './lint-linkage.ts';
import type { Condition, FieldModel, LinkageEffect } from './model.ts';
import { buildModel } from './test-forms.ts';

const field = (id: string, more: Partial<FieldModel> = {}): FieldModel => ({
  id,
  title: id,
  'x-component': 'single-line',
  ...more,
});
const options = [
  { value: 'a', label: '甲' },
  { value: 'b', label: '乙' },
];
const sources = [
  field('amount', { 'x-component': 'number' }),
  field('on', { 'x-component': 'switch' }),
  field('kind', { 'x-component': 'radio', options }),
  field('name'),
];
const linked = (
  when: Condition,
  effects: readonly LinkageEffect[] = ['show'],
  more: Partial<FieldModel> = {},
) => field('target', { linkage: [{ when, effects }], ...more });

test('publishing refuses linkage on the rows of a table with a secret column, except on their number (S1 §5)', () => {
  const code = field('code', { 'x-secret': true, 'x-secret-rule': 'mobile' });
  const table = field('t', { 'x-component': 'table', columns: [code, field('name')] });
  const errorsOf = (when: Condition) => lintLinkage([table, linked(when)]).errors;
  expect(errorsOf({ field: 't', is: 'includes', value: '13800138000' })).toEqual([
    { field: 'target', message: '联动不能比较“t”的内容，其中有脱敏或密码的字段' },
  ]);
  expect(errorsOf({ field: 't', is: 'exists' })).toEqual([]);
  expect(errorsOf({ field: 't', is: 'sizeGreater', value: 1 })).toEqual([]);
});

describe('publishing refuses a value that linkage sets and the field refuses (S2 §5)', () => {
  const when: Condition = { field: 'name', is: 'exists' };
  const problemsOf = (setValue: unknown, more: Partial<FieldModel>) =>
    compileNewForm(buildModel([field('name'), linked(when, [{ setValue }], more)]));
  const column = field('phone', { rules: [{ rule: 'mobile' }] });
  test.each<[string, unknown, Partial<FieldModel>, string]>([
    ['a text in a number', '五', { 'x-component': 'number' }, '联动填入的值有误：请输入数字，如 1234.5'],
    ['a number in a text', 5, {}, '联动填入的值有误：“5”与字段“target”的类型不符'],
    ['a missing option', 'c', { 'x-component': 'radio', options }, '联动填入的值有误：请选择有效的选项'],
    ['a wrong mobile number', '123', { rules: [{ rule: 'mobile' }] }, '联动填入的值有误：请输入正确的手机号'],
    [
      'a value out of bounds',
      9,
      { 'x-component': 'number', rules: [{ rule: 'max', value: 5 }] },
      '联动填入的值有误：不能大于5',
    ],
    [
      'no day',
      '2026-02-30',
      { 'x-component': 'date' },
      '联动填入的值有误：日期无法识别，请按“2026-11-20”填写',
    ],
    [
      'a wrong value in a row',
      [{ phone: '1' }],
      { 'x-component': 'table', columns: [column] },
      '联动填入的值有误：phone：请输入正确的手机号',
    ],
    ['any value of a heading', 'x', { 'x-component': 'heading' }, '联动不能填写“target”，该类型的字段没有值'],
  ])('%s', (_, value, more, message) => {
    expect(problemsOf(value, more)).toEqual([{ field: 'target', message }]);
  });

  test.each<[string, unknown, Partial<FieldModel>]>([
    ['an empty value', null, { 'x-component': 'radio', options }],
    ['an option', 'a', { 'x-component': 'radio', options }],
    ['a mobile number with full-width digits', '１３８００１３８０００', { rules: [{ rule: 'mobile' }] }],
    [
      'a day whose bound changes with time',
      '2026-01-01',
      { 'x-component': 'date', rules: [{ rule: 'dateFrom', value: 'today' }] },
    ],
  ])('but not %s', (_, value, more) => {
    expect(Array.isArray(problemsOf(value, more))).toBe(false);
  });
});

describe('publishing refuses linkage that (S2 §5)', () => {
  test.each<[string, Condition, string]>([
    [
      'compares a number with a text',
      { field: 'amount', is: 'equals', value: '5' },
      '联动把数字字段“amount”与“5”比较，应为数字',
    ],
    [
      'compares a text with a number',
      { field: 'name', is: 'greater', value: 5 },
      '联动把字段“name”与数字 5 比较，其值是文字',
    ],
    [
      'compares a switch with a text',
      { field: 'on', is: 'equals', value: '是' },
      '联动把开关字段“on”与“是”比较，应为“是”或“否”',
    ],
    [
      'names a missing option',
      { field: 'kind', is: 'anyOf', value: ['a', 'c'] },
      '联动引用了“kind”没有的选项“c”',
    ],
    [
      'names it inside a combination',
      { not: { and: [{ field: 'kind', is: 'notEquals', value: 'd' }] } },
      '联动引用了“kind”没有的选项“d”',
    ],
  ])('%s', (_, when, message) => {
    const problems = compileNewForm(buildModel([...sources, linked(when)]));
    expect(problems).toEqual([{ field: 'target', message }]);
  });

  test('is a heading that reads its own section', () => {
    const heading = field('part', {
      'x-component': 'heading',
      linkage: [{ when: { field: 'name', is: 'exists' }, effects: ['show'] }],
    });
    expect(compileNewForm(buildModel([heading, field('name')]))).toEqual([
      { field: 'part', message: '标题的联动引用了本节的字段“name”，本节隐藏后它就是空的，不会再显示' },
    ]);
  });

  test('accepts options that only linkage offers', () => {
    const kind = field('choice', {
      'x-component': 'select',
      options,
      linkage: [
        { when: { field: 'name', is: 'exists' }, effects: [{ setOptions: [{ value: 'c', label: '丙' }] }] },
      ],
    });
    expect(
      lintLinkage([...sources, kind, linked({ field: 'choice', is: 'equals', value: 'c' })]).errors,
    ).toEqual([]);
  });
});

describe('an author is told about', () => {
  const never: Condition = {
    and: [
      { field: 'kind', is: 'equals', value: 'a' },
      { field: 'kind', is: 'equals', value: 'b' },
    ],
  };
  test.each<[string, readonly FieldModel[], string[]]>([
    [
      'a required field that never shows',
      [linked(never, ['show'], { required: true })],
      ['必填，但永远不会显示'],
    ],
    [
      'a field that is always hidden',
      [
        linked(
          {
            or: [
              { field: 'name', is: 'exists' },
              { field: 'name', is: 'empty' },
            ],
          },
          ['hide'],
        ),
      ],
      ['永远不会显示'],
    ],
    [
      'the fields of a heading that never shows',
      [{ ...linked(never), 'x-component': 'heading' }, field('inside', { required: true })],
      ['永远不会显示', '必填，但永远不会显示'],
    ],
    [
      'options that are never offered',
      [linked(never, [{ setOptions: options }, 'require'], { 'x-component': 'select', options })],
      ['联动的条件不可能成立，选项“甲、乙”、必填不会发生'],
    ],
    [
      'an expensive pattern',
      [field('target', { rules: [{ rule: 'pattern', value: '^([甲乙]{20}){20}$' }] })],
      ['格式规则（正则表达式）较复杂，填写长文字时会变慢，请尽量简化'],
    ],
  ])('%s, which does not prevent publication', (_, fields, messages) => {
    const all = [...sources, ...fields];
    expect(hintsOfFields(all).map(({ message }) => message)).toEqual(messages);
    expect(compileNewForm(buildModel(all))).not.toBeInstanceOf(Array);
  });
});

test('a form of 1,500 fields is linted within a second', () => {
  const when: Condition = {
    or: Array.from(
      { length: 3 },
      (_, index) => ({ field: 'name', is: 'equals', value: `${index}` }) as const,
    ),
  };
  const fields = Array.from({ length: 1496 }, (_, index) =>
    field(`f${index}`, { linkage: [{ when, effects: ['show'] }] }),
  );
  const start = performance.now();
  expect(lintLinkage([...sources, ...fields])).toEqual({ errors: [], hints: [] });
  expect(performance.now() - start).toBeLessThan(1000);
});

describe('publishing refuses a computed field whose expression', () => {
  const table: FieldModel = {
    ...field('items'),
    title: '明细',
    'x-component': 'table',
    columns: [field('price', { 'x-component': 'number' }), field('secret', { 'x-secret': true })],
  };
  const total = (computed: string, more: Partial<FieldModel> = {}) =>
    field('total', { 'x-component': 'number', computed, ...more });
  test.each<[string, FieldModel, string[]]>([
    ['is unfinished', total('amount * (1 +'), ['计算写法有误（第 14 个字符处）']],
    ['names an unknown field', total('amount * pice'), ['计算引用了不存在的字段“pice”（第 10 个字符处）']],
    [
      'calls an unknown function',
      total('round(amount)'),
      ['计算使用了不存在或不支持的函数“round”（第 1 个字符处）'],
    ],
    ['names an unknown column', total('sum(items.prize)'), ['计算引用了“明细”没有的列“prize”']],
    ['names a masked column', total('count(items.secret)'), ['计算不能引用脱敏或密码的列“secret”']],
    ['yields a text for a number', total('name + "x"'), ['计算结果应为数字']],
    ['may yield a text', total('if on then amount else name'), ['计算结果应为数字']],
    [
      'yields a number for a text',
      total('amount', { 'x-component': 'textarea' }),
      ['计算结果应为文字，数字请写成 string(…)'],
    ],
    ['is always empty', total('amount + name'), ['计算结果总是空']],
    [
      'reads an encrypted field',
      total('string length(code)'),
      ['计算引用了加密存储的字段“code”，本字段也要加密存储'],
    ],
    [
      'competes with other settings',
      total('amount', {
        default: 1,
        linkage: [{ when: { field: 'name', is: 'exists' }, effects: [{ setValue: 2 }] }],
      }),
      ['自动计算的字段不能有默认值', '自动计算的字段不能再由联动填写'],
    ],
    ['is right', total('sum(items.price) + amount'), []],
  ])('%s', (_, target, expected) => {
    const fields = [...sources, table, field('code', { 'x-encryption': true }), target];
    expect(problemsOfComputed(target, { fields })).toEqual(expected);
  });

  test('of more fields than are computed in bounded time', () => {
    const fields = Array.from({ length: 201 }, (_, index) =>
      field(`f${index}`, { 'x-component': 'number', computed: 'amount' }),
    );
    expect(compileNewForm(buildModel([...sources, ...fields]))).toEqual([
      { field: 'f200', message: '整个表单自动计算的字段和列合计不得超过200个' },
    ]);
  });
});
