import { expect, test } from 'vitest';
import { requiredText } from './endpoint.ts';

const problemsOf = (value: unknown, tidy?: 'as-typed') =>
  requiredText('请填写', tidy)
    .max(5, '太长')
    .safeParse(value)
    .error?.issues.map(({ message }) => message);

test('a required text has exactly one problem when it is missing, blank or invisible', () => {
  for (const value of [undefined, '', ' \u3000', '\u200b', ' \u200b\u2060 ', '\u202e\u2800'])
    expect(problemsOf(value)).toEqual(['请填写']);
  expect(problemsOf('一二三四五六')).toEqual(['太长']);
  expect(requiredText('请填写').parse(' 家\u200d庭 ')).toBe('家\u200d庭');
  expect(problemsOf(' ', 'as-typed')).toBeUndefined();
});
