import { evaluate } from 'feelin';
import { describe, expect, test } from 'vitest';
import { createConditionEvaluator } from '#domain/workflow/conditions/condition.ts';

/**
 * Evaluates with the reference engine of FEEL, with which our own evaluation is compared; the portal does not
 * use it.
 */
function referenceResult(expression: string): unknown {
  const { value, warnings } = evaluate(expression, facts);
  if (warnings.some(({ type }) => type === 'NO_VARIABLE_FOUND')) return 'faulty';
  if (value === null) return false;
  return typeof value === 'boolean' ? value : 'faulty';
}

const facts = {
  'petition-letter': {
    urgency: 'high',
    people: 12,
    ratio: 0.5,
    kinds: ['land', 'urban'],
    none: [],
    nothing: null,
    text: '反映小区电梯长期停用 ABC',
    joint: false,
    date: '2026-03-02',
    rows: [
      { amount: 3, name: 'a' },
      { amount: 30, name: 'b' },
    ],
  },
  order: { taskCode: 'petition-letter', areaCode: '330127' },
  accepted: true,
  satisfied: false,
  empty: null,
};

const form = 'petition-letter';
const ordinary = [
  'true',
  'false',
  'null',
  'accepted',
  'satisfied',
  'empty',
  'not(satisfied)',
  'not(empty)',
  'not(1)',
  'accepted and satisfied',
  'accepted or satisfied',
  'accepted and empty',
  'empty and satisfied',
  'not(empty and satisfied)',
  'not(empty and accepted)',
  'empty or accepted',
  'not(empty or satisfied)',
  'accepted and not(satisfied) or empty',
  'satisfied and accepted or accepted',
  'accepted or accepted and satisfied',
  '(accepted or accepted) and satisfied',
  `${form}.urgency = "high"`,
  `${form}.urgency != "high"`,
  `${form}.urgency = "low" or ${form}.urgency = "high"`,
  `${form}.missing = "x"`,
  `${form}.missing = null`,
  `${form}.missing != null`,
  `${form}.nothing = null`,
  `${form}.urgency != null`,
  `not(${form}.missing = "x")`,
  `${form}.people = 12`,
  `${form}.people = 12.0`,
  `${form}.people > 10`,
  `${form}.people >= 12`,
  `${form}.people < 12`,
  `${form}.people <= 11.5`,
  `${form}.missing > 3`,
  `not(${form}.missing > 3)`,
  `not(${form}.urgency = 3)`,
  `not(${form}.urgency != 3)`,
  `${form}.date < "2026-04-01"`,
  `${form}.date >= "2026-03-02"`,
  `${form}.joint = false`,
  `${form}.people + 1 = 13`,
  `${form}.people - 2 = 10`,
  `${form}.people * 2 - 4 = 20`,
  `${form}.people - 2 - 3 = 7`,
  `${form}.people / 4 = 3`,
  `12 / 2 * 3 = 18`,
  `2 + 3 * 4 = 14`,
  `(2 + 3) * 4 = 20`,
  `1 / 0 = null`,
  `-${form}.people = -12`,
  `${form}.ratio = .5`,
  `"a" + "b" = "ab"`,
  `not("a" + 1 = "a1")`,
  `${form}.urgency in ("low", "high")`,
  `${form}.urgency in ["low", "high"]`,
  `${form}.urgency in ("low", "normal")`,
  `${form}.urgency in "high"`,
  `${form}.people in [10..12]`,
  `${form}.people in [10..12)`,
  `${form}.people in (12..20]`,
  `${form}.people in ]10..13[`,
  `${form}.people in (> 20, < 13)`,
  `${form}.people in > 11`,
  `${form}.people in (1, 2, 12)`,
  `${form}.people in (1, [11..13])`,
  `"land" in ${form}.kinds`,
  `"water" in ${form}.kinds`,
  `${form}.people between 10 and 12`,
  `${form}.people between 13 and 20`,
  `${form}.people between 10 and 12 and accepted`,
  `${form}.date in ["2026-01-01".."2026-12-31"]`,
  `list contains(${form}.kinds, "land")`,
  `list contains(${form}.kinds, "water")`,
  `list contains(${form}.none, "water")`,
  `list contains(${form}.missing, "water")`,
  `count(${form}.kinds) = 2`,
  `count(${form}.none) = 0`,
  `count(${form}.rows) > 1`,
  `sum(${form}.rows.amount) = 33`,
  `sum(1, 2, 3) = 6`,
  `min(${form}.rows.amount) = 3`,
  `max(${form}.rows.amount) = 30`,
  `max(1, 5, 3) = 5`,
  `${form}.kinds = ["land", "urban"]`,
  `${form}.rows.name = ["a", "b"]`,
  `contains(${form}.text, "电梯")`,
  `contains(${form}.text, "水")`,
  `contains(${form}.missing, "水")`,
  `not(contains(${form}.missing, "水"))`,
  `starts with(${form}.text, "反映")`,
  `ends with(${form}.text, "ABC")`,
  `starts  with(${form}.text, "小区")`,
  `string length(${form}.text) = 14`,
  `lower case(${form}.text) = "反映小区电梯长期停用 abc"`,
  `upper case("abc") = "ABC"`,
  `matches(${form}.date, "^\\\\d{4}-\\\\d{2}-\\\\d{2}$")`,
  `matches(${form}.text, "[A-C]+$")`,
  `matches(${form}.text, "^小区")`,
  `matches(${form}.missing, "a")`,
  'if accepted then satisfied else accepted',
  'if satisfied then false else true',
  'if empty then false else true',
  `if ${form}.people > 10 then ${form}.urgency = "high" else accepted`,
  `(if accepted then 1 else 2) = 1`,
  `some row in ${form}.rows satisfies row.amount > 20`,
  `some row in ${form}.rows satisfies row.amount > 50`,
  `every row in ${form}.rows satisfies row.amount > 2`,
  `every row in ${form}.rows satisfies row.amount > 20`,
  `some kind in ${form}.kinds satisfies kind = "land"`,
  `some kind in ${form}.none satisfies kind = "land"`,
  `every kind in ${form}.none satisfies kind = "land"`,
  `some row in ${form}.rows satisfies row.amount > 20 and row.name = "b"`,
  'order.taskCode = "petition-letter"',
  'order.areaCode in ("330127", "330100")',
  '"quoted \\"word\\"" = "quoted \\"word\\""',
  '"tab\\t" != "tab"',
  '"\\u4e2d" = "中"',
  'accepted = true',
  'accepted != satisfied',
  'unknown',
  'unknown = true',
  'accepted and unknown',
];

describe('evaluation of ordinary conditions', () => {
  const evaluateCondition = createConditionEvaluator();
  test.each(ordinary)('equals the reference FEEL engine for %s', (expression) => {
    expect(evaluateCondition(expression, facts)).toBe(referenceResult(expression));
  });

  /** Cases in which the reference engine deviates from the standard, and we do not. */
  test.each([
    // It reads `[…] and accepted` together as the right-hand side of `in`.
    ['order.areaCode in ["330127"] and accepted', true],
    // A leading minus binds more tightly than the following sum.
    ['- 3 + 5 = 2', true],
    // Lists of different lengths are different.
    [`${form}.kinds != ["land"]`, true],
    // A text and a number have no order, so that this is null and not false.
    [`not(${form}.urgency > 3)`, false],
  ])('follows the FEEL standard where the reference engine deviates: %s', (expression, expected) => {
    expect(evaluateCondition(expression, facts)).toBe(expected);
    expect(referenceResult(expression)).not.toBe(expected);
  });
});
