import { expect, test } from 'vitest';
import { feelOfJuel } from './juel.ts';

/** The character before the brackets of an expression. */
const dollar = '$';

test.each([
  ['approved', 'approved'],
  ['approved == true', 'approved = true'],
  ['!approved', 'not(approved)'],
  ['not approved', 'not(approved)'],
  ['!(a && b)', 'not(a and b)'],
  ["type == 'land'", 'type = "land"'],
  ['type != "land"', 'type != "land"'],
  ['amount gt 100 and amount le 500', 'amount > 100 and amount <= 500'],
  ['amount >= 100 || urgent', 'amount >= 100 or urgent'],
  ['form.amount < 1.5', 'form.amount < 1.5'],
  ['金额 > 5', '金额 > 5'],
  ["execution.getVariable('a')", null],
  ['list.contains(x)', null],
  ['empty list', 'empty list'],
  ['a ? b : c', null],
  ['a + b > 3', 'a + b > 3'],
  ['done/all >= 0.6', 'done / all >= 0.6'],
  ['a % 2 == 0', null],
  ['!!', null],
  ['', null],
  ['a} and ${b', null],
])('the conversion of JUEL to FEEL handles %s', (expression, feel) => {
  expect(feelOfJuel(`${dollar}{${expression}}`)).toBe(feel);
});

test('text outside of the brackets is not converted', () => {
  expect(feelOfJuel('a == b')).toBeNull();
  expect(feelOfJuel(`${dollar}{a} == ${dollar}{b}`)).toBeNull();
});
