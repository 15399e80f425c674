import { expect, test } from 'vitest';
import { checkFeel, createFeelTest } from './feel.ts';

const facts = {
  'petition-letter': { urgency: 'high', people: 12, kinds: ['land'] },
  accepted: true,
  empty: null,
};

test.each([
  ['accepted', true],
  ['not(accepted)', false],
  ['petition-letter.urgency = "high"', true],
  ['petition-letter.people > 10 and accepted', true],
  ['list contains(petition-letter.kinds, "land")', true],
  ['petition-letter.missing = "x"', false],
  ['petition-letter.missing > 3', false],
  ['empty', false],
  ['unknown', 'faulty'],
  ['unknown = true', 'faulty'],
  ['no such function(1)', 'faulty'],
  ['petition-letter.people', 'faulty'],
  ['1 +', 'faulty'],
  ['', 'faulty'],
])('%s is %s', (expression, expected) => {
  expect(createFeelTest()(expression, facts)).toBe(expected);
});

test.each([
  ['accepted', null],
  ['petition-letter.urgency = "high"', null],
  ['acepted', '使用了未定义的变量“acepted”'],
  ['petition.urgency = "high"', '使用了未定义的变量“petition”'],
  ['1 +', '不是有效的 FEEL 表达式'],
])('before publishing, %s: %s', (expression, problem) => {
  expect(checkFeel(expression, ['petition-letter', 'accepted'])).toBe(problem);
});
