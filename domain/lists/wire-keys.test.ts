import { expect, test } from 'vitest';
import { readRows, writePage } from './wire-keys.ts';

test('a page request uses the parameter names of the call (S0 §3)', () => {
  expect(writePage({ page: 2, size: 20 })).toEqual({ page: 2, size: 20 });
  expect(writePage({ page: 2, size: 20 }, { page: 'pageNo', size: 'pageSize' })).toEqual({
    pageNo: 2,
    pageSize: 20,
  });
});

test('reads rows and total by the names of the call, also inside data, and an invalid answer as an empty list', () => {
  const keys = { rows: 'list', total: 'count' };
  expect(readRows({ list: ['a'], count: 9 }, keys)).toEqual({ rows: ['a'], total: 9 });
  expect(readRows({ data: { list: ['a'], count: '9' } }, keys)).toEqual({ rows: ['a'], total: 9 });
  expect(readRows({ rows: ['a', 'b'] })).toEqual({ rows: ['a', 'b'], total: 2 });
  expect(readRows({ data: ['a'] })).toEqual({ rows: ['a'], total: 1 });
  for (const answer of [undefined, null, 'x', {}, { rows: null, total: 'many' }]) {
    expect(readRows(answer)).toEqual({ rows: [], total: 0 });
  }
});
