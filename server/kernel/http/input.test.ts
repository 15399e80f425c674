import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exceedsShapeLimits } from '#domain/texts/json-shape.ts';
import { checkShape, parseInput } from './input.ts';

const schemas = {
  params: z.strictObject({ id: z.string().min(1) }),
  query: z.strictObject({ page: z.coerce.number().int().min(1).optional() }),
  body: z.strictObject({
    name: z.string().min(1, '姓名不能为空'),
    rows: z.array(z.strictObject({ size: z.number() })).optional(),
  }),
};

function problemsOf(input: { params?: unknown; query?: object; body?: unknown }) {
  const parsed = parseInput(schemas, { params: { id: '1' }, query: {}, body: { name: '张' }, ...input });
  return 'problems' in parsed ? parsed.problems : [];
}

describe('parseInput', () => {
  test('returns the validated values', () => {
    const parsed = parseInput(schemas, { params: { id: '1' }, query: { page: '2' }, body: { name: '张' } });
    expect(parsed).toEqual({ values: { params: { id: '1' }, query: { page: 2 }, body: { name: '张' } } });
  });

  test('drops empty filters, so that none is read as 0 or refused (S0 §5)', () => {
    for (const page of ['', ' ', null, [''], undefined]) {
      const parsed = parseInput(schemas, { params: { id: '1' }, query: { page }, body: { name: '张' } });
      expect(parsed).toMatchObject({ values: { query: {} } });
    }
  });

  test('reports the problems of the matching form when an input may have several forms', () => {
    const list = z.array(z.strictObject({ name: z.string().min(1, '姓名不能为空') }));
    const body = z.union([list, z.strictObject({ rows: list })]);
    const parse = (input: unknown) =>
      parseInput({ ...schemas, body }, { params: { id: '1' }, query: {}, body: input });
    const problem = (field: string, message = '姓名不能为空') => ({ problems: [{ field, message }] });
    expect(parse([{ name: '' }])).toEqual(problem('0.name'));
    expect(parse({ rows: [{ name: '' }] })).toEqual(problem('rows.0.name'));
    expect(parse('张')).toEqual(problem('', '无效输入'));
  });

  test('keeps empty values in a body, but drops them in a query sent as a body (S0 §5)', () => {
    const input = { params: { id: '1' }, query: {}, body: { name: ' 张 ', rows: [], extra: null } };
    const parsed = parseInput({ ...schemas, filtersInBody: true }, input);
    expect(parsed).toMatchObject({ values: { body: { name: '张' } } });
    expect(parseInput({ ...schemas, filtersInBody: true }, { ...input, body: ['张'] })).toHaveProperty(
      'problems',
    );
    expect(problemsOf({ body: { name: '' } })).toEqual([{ field: 'name', message: '姓名不能为空' }]);
  });

  test('reports all problems of all parts together, with schema texts first', () => {
    expect(
      problemsOf({ params: { id: '' }, query: { page: '0' }, body: { name: '', rows: [{ size: 'x' }] } }),
    ).toEqual([
      { field: 'id', message: '不能为空' },
      { field: 'page', message: '不能小于1' },
      { field: 'name', message: '姓名不能为空' },
      { field: 'rows.0.size', message: '格式不正确' },
    ]);
  });

  test('reports a missing field as 不能为空', () => {
    expect(problemsOf({ body: {} })).toEqual([{ field: 'name', message: '不能为空' }]);
  });

  test('refuses fields outside the contract at their place', () => {
    expect(problemsOf({ query: { _t: '1' }, body: { name: '张', rows: [{ size: 1, extra: 2 }] } })).toEqual([
      { field: '_t', message: '不支持的参数' },
      { field: 'rows.0.extra', message: '不支持的参数' },
    ]);
  });
});

describe('checkShape', () => {
  test.each([
    ['NUL', { name: 'a\u0000b' }, 'name'],
    ['a lone surrogate', { list: ['ok', '\ud800'] }, 'list.1'],
    ['a key with NUL', { 'a\u0000': 1 }, ''],
  ])('refuses %s', (_case, value, field) => {
    expect(checkShape(value)).toEqual([{ field, message: '含有不允许的字符' }]);
  });

  test('accepts rare characters of two code units', () => {
    expect(checkShape({ name: '𬱟㛃' })).toEqual([]);
  });

  test('refuses input that is nested too deep or too large', () => {
    let deep: unknown = 1;
    for (let level = 0; level < 40; level += 1) deep = [deep];
    expect(checkShape(deep)).toMatchObject([{ message: '提交的内容层级过深' }]);
    expect(checkShape(Array.from({ length: 60_000 }, () => 1))).toEqual([
      { field: '', message: '提交的内容过多' },
    ]);
  });
});

describe('JSON before parsing', () => {
  const isBeyond = (text: string) => exceedsShapeLimits(Buffer.from(text));

  test('is refused by its bytes when it exceeds the limits of every call', () => {
    expect(isBeyond('['.repeat(450_000))).toBe(true);
    expect(isBeyond(`[${'{},'.repeat(60_000)}{}]`)).toBe(true);
    expect(isBeyond(`{"a":${'[1,'.repeat(70)}1${']'.repeat(70)}}`)).toBe(true);
  });

  test('is accepted when only its texts look like that', () => {
    expect(isBeyond(JSON.stringify({ opinion: '[{,'.repeat(100_000) }))).toBe(false);
    expect(isBeyond(JSON.stringify({ opinion: '\\"[[[['.repeat(20_000) }))).toBe(false);
    expect(isBeyond(JSON.stringify(Array.from({ length: 40_000 }, (_, n) => n)))).toBe(false);
  });
});

describe('input with very many problems', () => {
  const entries = (count: number, entryOf: (n: number) => [string, unknown]) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => entryOf(n)));

  test('reports at most 100 problems and one that says that there are more', () => {
    expect(problemsOf({ body: { name: '张', ...entries(1_900, (n) => [`k${n}`, 1]) } })).toHaveLength(101);
    expect(problemsOf({ query: entries(1_900, (n) => [`k${n}`, '1']) })).toHaveLength(101);
    const rows = Array.from({ length: 10_000 }, () => ({ size: 'x' }));
    expect(problemsOf({ body: { name: '张', rows } })).toHaveLength(101);
    expect(problemsOf({ body: { name: '张', rows: Array(9_000).fill('\u0000') } })).toHaveLength(101);
  });

  test('is refused when an object has too many or too long keys, or all objects have too many', () => {
    const problemTexts = (body: unknown) =>
      checkShape(body).map(({ field, message }) => `${field}:${message}`);
    expect(problemTexts({ form: entries(2_001, (n) => [`k${n}`, 1]) })).toEqual(['form:提交的参数过多']);
    expect(problemTexts({ form: entries(2_000, (n) => [`k${n}`, 1]) })).toEqual([]);
    expect(problemTexts({ form: { ['k'.repeat(201)]: 1 } })).toEqual(['form:参数名过长']);
    expect(problemTexts(Array.from({ length: 20 }, () => entries(1_999, (n) => [`k${n}`, 1])))).toEqual([
      '15:提交的参数过多',
    ]);
  });
});

describe('keys of JSON before parsing', () => {
  const isBeyond = (value: unknown) => exceedsShapeLimits(Buffer.from(JSON.stringify(value)));
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]));

  test('are limited per object, in total, and in length', () => {
    expect(isBeyond(keys(5_000))).toBe(true);
    expect(isBeyond(Array.from({ length: 40 }, () => keys(1_999)))).toBe(true);
    expect(isBeyond({ ['键'.repeat(2_000)]: 1 })).toBe(true);
  });

  test('are counted per object, and colons in texts do not count', () => {
    expect(isBeyond([keys(1_900), keys(1_900), keys(1_900)])).toBe(false);
    expect(isBeyond({ a: ':'.repeat(90_000), list: Array(9_000).fill('{"a":1}') })).toBe(false);
    expect(isBeyond({ name: 'x'.repeat(100_000) })).toBe(false);
  });
});
