import { describe, expect, test } from 'vitest';
import { Budget } from '../../expressions/budget.ts';
import { Decimal } from '../../expressions/decimal.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { type Kinds, kindsOf } from '../../expressions/kinds.ts';
import { readExpression } from '../../expressions/read.ts';
import { checkCondition, createConditionEvaluator, mayBeNull, rulesOfCondition } from './condition.ts';

const facts = {
  'petition-letter': {
    urgency: 'high',
    people: 12,
    kinds: ['land', 'urban'],
    rows: [{ amount: 3 }, { amount: 30 }],
    long: 'a'.repeat(20_000),
    half: 'a'.repeat(4000),
    code: 'X-2026-17',
  },
  accepted: true,
  empty: null,
  many: Array.from({ length: 3000 }, (_, index) => index),
};
/** The kinds that a process declares for these facts. */
const names: ReadonlyMap<string, Kinds> = new Map<string, Kinds>([
  ['petition-letter', new Set(['other'])],
  ['accepted', new Set(['true', 'false'])],
  ['empty', new Set(['null'])],
  ['many', new Set(['list'])],
  ['name', new Set(['text'])],
]);

test.each([
  ['accepted', true],
  ['not(accepted)', false],
  ['petition-letter.urgency = "high"', true],
  ['petition-letter.people > 10 and accepted', true],
  ['list contains(petition-letter.kinds, "land")', true],
  ['petition-letter.urgency in ["low", "high"] and accepted', true],
  ['petition-letter.people in [10..12]', true],
  ['petition-letter.people in (10..12)', false],
  ['petition-letter.people in (1, > 20)', false],
  ['petition-letter.people between 12 and 13', true],
  ['if petition-letter.people > 10 then accepted else false', true],
  ['some row in petition-letter.rows satisfies row.amount > 20', true],
  ['every row in petition-letter.rows satisfies row.amount > 20', false],
  ['sum(petition-letter.rows.amount) = 33', true],
  ['matches(petition-letter.code, "^X-\\\\d{4}-\\\\d+$")', true],
  ['petition-letter.people - 2 = 10', true],
  ['petition-letter.missing = null', true],
  ['petition-letter.missing = "x"', false],
  ['petition-letter.missing > 3', false],
  ['petition-letter.constructor = null', true],
  ['empty', false],
  ['unknown', 'faulty'],
  ['accepted or unknown', 'faulty'],
  ['no such function(1)', 'faulty'],
  ['petition-letter.people', 'faulty'],
  ['1 +', 'faulty'],
  ['', 'faulty'],
])('the condition %s is %s', (expression, expected) => {
  expect(createConditionEvaluator()(expression, facts)).toBe(expected);
});

test('reads the results of the rules that were executed before (S0 §8)', () => {
  const evaluateCondition = createConditionEvaluator();
  const results: Record<string, boolean> = { 'place-area': true, 'same-place': false };
  const decided = (source: string) => evaluateCondition(source, {}, undefined, (code) => results[code]);
  expect(decided('rule("place-area")')).toBe(true);
  expect(decided('not(rule("same-place")) and rule("place-area")')).toBe(true);
  // A rule that failed decides nothing, whatever the other parts are; one that is not read does no harm.
  expect(decided('not(rule("failed"))')).toBe('faulty');
  expect(decided('rule("place-area") or rule("failed")')).toBe(true);
  expect(evaluateCondition('rule("place-area")', {})).toBe('faulty');
  expect(rulesOfCondition('rule( "a-b" ) and not(rule("c")) and myrule("d")')).toEqual(['a-b', 'c']);
});

describe('check of a condition before publishing', () => {
  test.each([
    ['accepted', null],
    ['petition-letter.urgency = "high"', null],
    ['1 + 1', '不一定得出“是”或“否”，请写成比较，如 = true、= "…"'],
    ['"yes"', '不一定得出“是”或“否”，请写成比较，如 = true、= "…"'],
    ['name', '不一定得出“是”或“否”，请写成比较，如 = true、= "…"'],
    ['petition-letter.urgency', '不一定得出“是”或“否”，请写成比较，如 = true、= "…"'],
    ['if accepted then name else accepted', '不一定得出“是”或“否”，请写成比较，如 = true、= "…"'],
    ['petition-letter.urgent = true', null],
    ['acepted', '使用了未定义的变量“acepted”'],
    ['petition.urgency = "high"', '使用了未定义的变量“petition”'],
    ['1 +', '不是有效的 FEEL 表达式'],
    ['accepted accepted', '不是有效的 FEEL 表达式'],
    ['"open', '不是有效的 FEEL 表达式'],
    ['for i in 1..1000000 return i', '不支持“for”'],
    ['function(a) a', '不支持“function”'],
    ['accepted instance of boolean', '不支持“instance”'],
    ['many[1] = 0', '不支持“[”'],
    ['{a: 1} = {a: 1}', '不支持“{”'],
    ['2 ** 1000000', '不支持“**”'],
    ['@"2026-01-01" > @"2025-01-01"', '不支持“@”'],
    ['date("2026-01-01") = null', '使用了不存在或不支持的函数“date”'],
    ['contains("a")', '的函数“contains”参数个数不对'],
    ['some i in many, j in many satisfies i > j', '的“some”只支持一个变量'],
    ['some accepted in many satisfies accepted', '的“accepted”与已有的变量重名'],
    ['(some i in many satisfies i = 1) and i = 1', '使用了未定义的变量“i”'],
    ['matches("a", petition-letter.code)', '的函数“matches”的正则表达式必须直接写出'],
    ['rule("place-area")', null],
    ['rule("place-area") and accepted', null],
    ['rule(name)', '的函数“rule”应写明规则编码，如 rule("place-area")'],
    ['rule("Area")', '的函数“rule”应写明规则编码，如 rule("place-area")'],
    ['rule("a", "b")', '的函数“rule”应写明规则编码，如 rule("place-area")'],
    ['matches("a", "(?=a)")', '的正则表达式有误：不支持环视和命名分组'],
    ['matches("a", "(a{900}){900}")', '的正则表达式过于复杂'],
    [`${'('.repeat(30)}accepted${')'.repeat(30)}`, '嵌套过深（不能超过 20 层）'],
    [`${'not('.repeat(100)}accepted${')'.repeat(100)}`, '嵌套过深（不能超过 20 层）'],
    [`${'-'.repeat(900)}1 = 1`, '嵌套过深（不能超过 20 层）'],
    [`${'['.repeat(900)}`, '嵌套过深（不能超过 20 层）'],
    [`1 in ${'['.repeat(900)}`, '嵌套过深（不能超过 20 层）'],
    [`accepted${' and accepted'.repeat(100)}`, '过长（不能超过1000个字符）'],
  ])('of %s returns: %s', (expression, problem) => {
    expect(checkCondition(expression, names)).toBe(problem);
  });
});

describe('possible results of a condition', () => {
  test.each([
    ['accepted', false],
    ['not(accepted)', false],
    ['petition-letter.people > 10', true],
    ['petition-letter.urgency = "high"', true],
    ['petition-letter.people = null', false],
    ['petition-letter.people != null', false],
    ['accepted and petition-letter.people > 10', true],
    ['accepted or true', false],
    ['name = "x"', false],
    ['name = 1', true],
    ['1 / 0 = 1', false],
    ['1 / 0 > 1', true],
    ['name + "a" in ("b", "c")', false],
  ])('of %s include null: %s', (expression, expected) => {
    expect(mayBeNull(expression, names)).toBe(expected);
  });

  /** Values for each kind; every result of an evaluation must be among the predicted kinds. */
  test('include the actual result for all values of the names', () => {
    const values = [null, true, false, 3, 'b', ['b', 3], { people: 3 }];
    const kind = (value: unknown) =>
      value === null
        ? 'null'
        : typeof value === 'boolean'
          ? String(value)
          : typeof value === 'string'
            ? 'text'
            : Array.isArray(value)
              ? 'list'
              : typeof value === 'number' || value instanceof Decimal
                ? 'number'
                : 'other';
    const parts = ['x', 'y', 'x.people', '1', '"b"', 'null', 'not(x)', 'x + y', 'x > y', 'x = y', 'y != 3'];
    const templates = [
      (a: string, b: string) => `(${a}) and (${b})`,
      (a: string, b: string) => `(${a}) or (${b})`,
      (a: string, b: string) => `(${a}) = (${b})`,
      (a: string, b: string) => `(${a}) < (${b})`,
      (a: string, b: string) => `(${a}) in ((${b}), 3)`,
      (a: string, b: string) => `(${a}) in [${b}, "b"]`,
      (a: string, b: string) => `(${a}) between 1 and (${b})`,
      (a: string, b: string) => `if (${a}) then (${b}) else 1`,
      (a: string, b: string) => `some i in ${a} satisfies i = (${b})`,
      (a: string, b: string) => `list contains(${a}, ${b})`,
      (a: string, b: string) => `contains(${a}, ${b})`,
      (a: string, b: string) => `max(${a}, ${b}) - 1`,
      (a: string, b: string) => `count(${a}) / (${b})`,
    ];
    let evaluations = 0;
    for (const template of templates) {
      for (const a of parts) {
        for (const b of parts) {
          const tree = readExpression(template(a, b), ['x', 'y']);
          if ('reason' in tree) throw new Error(`${template(a, b)}: ${tree.reason}`);
          for (const x of values) {
            for (const y of values) {
              const kindsByName = new Map([
                ['x', new Set([kind(x)])],
                ['y', new Set([kind(y)])],
              ]) as ReadonlyMap<string, Kinds>;
              const actualKind = kind(evaluate(tree, { x, y }, { budget: new Budget() })) as never;
              if (!kindsOf(tree, kindsByName).has(actualKind))
                throw new Error(`${template(a, b)} for ${x}, ${y}: ${actualKind}`);
              evaluations++;
            }
          }
        }
      }
    }
    expect(evaluations).toBeGreaterThan(50_000);
  });
});

describe('condition beyond the step limit', () => {
  test.each([
    'some i in many satisfies some j in many satisfies i + j < 0',
    'every i in many satisfies list contains(many, i)',
    'contains(petition-letter.long, petition-letter.long + "b")',
    'matches(petition-letter.half, "^((a?a?a?a?a?){20})+b$")',
    // A naive engine would try 2^20000 ways; the text is also longer than a pattern reads.
    'matches(petition-letter.long, "^(a+)+b$")',
  ])('is undecided on every evaluation: %s', (expression) => {
    const decide = createConditionEvaluator();
    expect([1, 2, 3].map(() => decide(expression, facts))).toEqual(['faulty', 'faulty', 'faulty']);
  });

  test('does not include a pattern that would block a backtracking engine', () => {
    const decide = createConditionEvaluator();
    const text = { text: `${'a'.repeat(40)}b` };
    expect(decide('matches(text, "^(a+)+$")', text)).toBe(false);
    expect(decide('matches(text, "^(a+)+b$")', text)).toBe(true);
  });
});

test('a quantifier copies its visible names once, not for each entry of its list', () => {
  let copies = 0;
  const scope = new Proxy({ ...facts } as Record<string, unknown>, {
    ownKeys: (target) => {
      copies += 1;
      return Reflect.ownKeys(target);
    },
  });
  const condition = readExpression('some i in many satisfies i < 0', Object.keys(facts));
  if ('reason' in condition) throw new Error(condition.reason);
  expect(evaluate(condition, scope, { budget: new Budget() })).toBe(false);
  expect(copies).toBeLessThan(3);
});
