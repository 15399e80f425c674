import { describe, expect, test } from 'vitest';
import { compileForm } from '../compile.ts';
import { evaluateLinkage } from '../linkage.ts';
import type { FieldModel, FormValues } from '../model.ts';
import { patternCostText } from '../pattern-cost.ts';
import { computing, field, submit } from '../test-computed.ts';
import { buildForm, buildModel } from '../test-forms.ts';

test('an expression above the limit of its length is refused before its names are read (S2 §5)', () => {
  const masked = field('a', { 'x-component': 'single-line', 'x-secret': true, 'x-secret-rule': 'mobile' });
  const target = (computed: string) => [masked, field('b', { 'x-component': 'single-line', computed })];
  expect(compileForm(buildModel(target('a')))).toEqual([{ field: 'b', message: '计算不能引用脱敏字段“a”' }]);
  const refused = [{ field: 'b', message: '算式不得超过1000个字符' }];
  expect(compileForm(buildModel(target(`a${' '.repeat(1000)}`)))).toEqual(refused);
  expect(compileForm(buildModel(target('"\\'.repeat(25_000))))).toEqual(refused);
  const column = { ...field('t'), 'x-component': 'table', columns: target('x'.repeat(1001)) };
  expect(compileForm(buildModel([column]))).toEqual([{ ...refused[0], field: 't[].b' }]);
});

describe('the work of a submission is limited (S2 §5)', () => {
  const rowsOf = (row: object, count = 500) => Array.from({ length: count }, () => row);
  const numbers = (prefix: string, count: number, more: Partial<FieldModel> = {}) =>
    Array.from({ length: count }, (_, index) => field(`${prefix}${index}`, more));
  const tableOf = (id: string, columns: readonly FieldModel[]) =>
    field(id, { 'x-component': 'table', columns });
  const sums: readonly FieldModel[] = [
    tableOf('t', numbers('c', 39)),
    tableOf('u', [field('q'), field('r', { computed: 'q * sum(t.c0)' })]),
  ];
  const tooMuch = (place: string) => ({ field: place, message: patternCostText });

  test('with 500 sums of 500 rows inside it, and the rows built once for all of them', () => {
    const sent = { t: rowsOf({ c0: 1 }), u: rowsOf({ q: 2 }) };
    const seen = new Set<unknown>();
    const state = evaluateLinkage(buildForm(sums), sent, {
      computing: {
        compute(of, read, work) {
          seen.add(read('t'));
          return computing.compute(of, read, work);
        },
      },
    });
    expect([seen.size, state.undecided, state.rows.u?.[499]?.r?.value]).toEqual([1, [], 1000]);
  });

  test.each<[string, readonly FieldModel[], FormValues]>([
    [
      'cells that name hundreds of fields',
      [
        ...numbers('a', 200),
        tableOf('u', numbers('r', 8, { computed: `if true then 1 else ${names(200)}` })),
      ],
      { u: rowsOf({}) },
    ],
    [
      'conditions over rows beside hundreds of names',
      [
        ...numbers('a', 200),
        tableOf('t', [field('x')]),
        tableOf(
          'u',
          numbers('r', 1, {
            'x-component': 'switch',
            computed: `some v in t satisfies (some w in [] satisfies ${names(200)} = 1)`,
          }),
        ),
      ],
      { t: rowsOf({ x: 1 }), u: rowsOf({}) },
    ],
    [
      'numbers with hundreds of places',
      [tableOf('t', [field('x')]), tableOf('u', numbers('r', 1, { computed: 'sum(t.x)' }))],
      { t: rowsOf({ x: 1.23e-300 }), u: rowsOf({}) },
    ],
  ])('and %s exceed it', (_, fields, sent) => {
    const { undecided } = evaluateLinkage(buildForm(fields), sent, { computing });
    expect(undecided).toContain('u[499].r0');
    expect(submit(fields, sent).problems).toContainEqual(tooMuch(undecided[0] ?? ''));
  });

  test('also over all evaluations of a form whose headings hide each other', () => {
    const heading = (id: string, other: string) =>
      field(id, {
        'x-component': 'heading',
        linkage: [{ when: { field: other, is: 'equals', value: 1 }, effects: ['hide'] }],
      });
    const tables = Array.from({ length: 18 }, (_, index) => tableOf(`t${index}`, numbers('c', 39)));
    const total = field('total', { computed: tables.map(({ id }) => `count(${id})`).join(' + ') });
    const fields = [heading('one', 'b'), field('a'), ...tables, total, heading('two', 'a'), field('b')];
    const sent = { a: 1, b: 1, ...Object.fromEntries(tables.map(({ id }) => [id, rowsOf({})])) };
    expect(submit(fields, sent).problems).toContainEqual(tooMuch('one'));
    expect(submit(fields, { a: 1, b: 1 }).problems).toEqual([]);
  });
});

function names(count: number): string {
  return Array.from({ length: count }, (_, index) => `a${index}`).join('+');
}
