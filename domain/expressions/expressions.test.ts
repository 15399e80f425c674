import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomCases } from '#test/world/random-cases.ts';
import { holidayTableOf } from '../calendar/holiday-table.ts';
import { Budget, StepLimitError } from './budget.ts';
import { Decimal, decimalOf, decimalText } from './decimal.ts';
import { evaluate } from './evaluate.ts';
import { functionNames } from './functions.ts';
import { readExpression } from './read.ts';
import type { Value } from './values.ts';

const holidays = holidayTableOf([
  { date: '2026-10-01', kind: 'holiday', name: '国庆节' },
  { date: '2026-10-02', kind: 'holiday', name: '国庆节' },
  { date: '2026-10-10', kind: 'workday', name: '国庆节' },
]);

const scope = {
  price: 35.41,
  three: 3,
  blank: null,
  empty: '',
  name: '张三',
  day: '2026-09-30',
  items: [
    { amount: 0.1, note: '甲' },
    { amount: null, note: '' },
    { amount: 0.2, note: '乙' },
  ],
  none: [],
};

function valueFrom(source: string, skipsBlanks = true): Value {
  const tree = readExpression(source, Object.keys(scope), { hasCalendar: true });
  if ('reason' in tree) throw new Error(tree.reason);
  return evaluate(tree, scope, { budget: new Budget(), skipsBlanks, today: '2026-11-30', holidays });
}

const shown = (value: Value) => (value instanceof Decimal ? decimalText(value) : value);

describe('an expression of a form (S2 §5)', () => {
  test.each([
    ['0.1 + 0.2', '0.3'],
    ['three * 0.6', '1.8'],
    ['price * 100', '3541'],
    ['1 / 3 * 3', '0.9999999999999999999999999999999999'],
    ['round half up(1 / 3, 2)', '0.33'],
    ['round half up(2.345, 2)', '2.35'],
    ['round half up(-2.345, 2)', '-2.35'],
    ['floor(-1.5)', '-2'],
    ['ceiling(-1.5)', '-1'],
    ['abs(-1.50)', '1.5'],
    ['price / 0', null],
    ['price / blank', null],
    ['price + blank', null],
    ['9007199254740993 - 9007199254740992', '1'],
    ['0.1 + 0.2 = 0.3', true],
    ['sum(items.amount)', '0.3'],
    ['count(items)', '3'],
    ['count(items.amount)', '2'],
    ['min(items.amount)', '0.1'],
    ['max(items.amount)', '0.2'],
    ['sum(none.amount)', null],
    ['name + string(three)', '张三3'],
    ['name + string(blank)', '张三'],
    ['string join(items.note, "、")', '甲、乙'],
    ['if price > 30 then "高" else "低"', '高'],
    ['day difference("2026-11-01", "2026-11-30")', '29'],
    ['day difference(empty, "2026-11-30")', null],
    ['add days("2026-12-31", 1)', '2027-01-01'],
    ['add months("2024-01-31", 1)', '2024-02-29'],
    ['add months("2024-01-31", -2)', '2023-11-30'],
    ['add years("2024-02-29", 1)', '2025-02-28'],
    ['add years("2024-02-29", 1.5)', null],
    ['add years("9999-02-28", 1)', null],
    ['add days("0001-01-01", -1)', null],
    ['year difference("1986-05-04", "2026-05-03")', '39'],
    ['year difference("1986-05-04", "2026-05-04")', '40'],
    ['year(today()) * 100 + month(today())', '202611'],
    ['add working days(day, 1)', '2026-10-05'],
    ['add working days(day, 5)', '2026-10-09'],
    ['add working days(day, 6)', '2026-10-10'],
    ['working day difference(day, "2026-10-12")', '7'],
    ['working day difference("2026-10-12", day)', '-7'],
    // Days on which Shanghai had no midnight.
    ['day difference("1940-05-31", "1940-06-02")', '2'],
    ['add days("1940-05-31", 1)', '1940-06-01'],
  ])('%s is %s', (source, expected) => {
    expect(shown(valueFrom(source))).toBe(expected);
  });

  test('names the place of its problem', () => {
    const problem = (source: string) => readExpression(source, ['price']);
    expect(problem('price * (1 +')).toEqual({ reason: '不是有效的 FEEL 表达式', position: 12 });
    expect(problem('price * pice')).toEqual({ reason: '使用了未定义的变量“pice”', position: 8 });
    expect(problem(`price * ${'9'.repeat(200)}`)).toEqual({ reason: '的数字过长', position: 8 });
    expect(problem('price = today()')).toEqual({
      reason: '使用了不存在或不支持的函数“today”',
      position: 8,
    });
  });
});

describe('a process condition', () => {
  test('has no value for a sum with an empty cell, as before', () => {
    expect(valueFrom('sum(items.amount)', false)).toBeNull();
    expect(shown(valueFrom('count(items.amount)', false))).toBe('3');
  });
});

test('a decimal is written as the number that it was read from', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const decimal = decimalOf(value);
      expect(Number(decimal && decimalText(decimal)) === value).toBe(true);
    }),
  );
});

const leaf = fc.constantFrom(
  ...Object.keys(scope),
  '0',
  '1.5',
  '1e1',
  '999999999999999999999999999999999999',
  '"甲"',
  '"2026-02-28"',
  'null',
  'true',
  'items.amount',
  'items.note.x',
  'today()',
);
const source = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('any'), fc.constantFrom('+', '-', '*', '/', '=', '<', 'and', 'or', 'in', ''), tie('any'))
      .map(([left, operator, right]) => `(${left}) ${operator} ${right}`),
    fc
      .tuple(fc.constantFrom(...functionNames), fc.array(tie('any'), { maxLength: 3 }))
      .map(([name, args]) => `${name}(${args.join(', ')})`),
    fc.tuple(tie('any'), tie('any'), tie('any')).map(([a, b, c]) => `if ${a} then ${b} else ${c}`),
    fc.tuple(tie('any'), tie('any')).map(([list, test]) => `some each in ${list} satisfies ${test}`),
    tie('any').map((part) => `-${part}`),
  ),
})).any;

test('random expressions never throw, and never exceed their budget', () => {
  let [read, values] = [0, 0];
  const runs = randomCases(10_000);
  fc.assert(
    fc.property(source, (text) => {
      const tree = readExpression(text, Object.keys(scope), { hasCalendar: true });
      if ('reason' in tree) {
        expect(tree.position).toBeLessThanOrEqual(text.length);
        return;
      }
      read += 1;
      try {
        const result = evaluate(tree, scope, {
          budget: new Budget(),
          skipsBlanks: true,
          today: '2026-11-30',
          holidays,
        });
        if (result !== null) values += 1;
        if (result instanceof Decimal) expect(Number.isFinite(Number(decimalText(result)))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(StepLimitError);
      }
    }),
    { numRuns: runs },
  );
  expect(Math.min(read, values)).toBeGreaterThan(runs / 20);
});
