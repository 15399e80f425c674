import { expect, test } from 'vitest';
import { hintsOfSameNames } from './same-names.ts';

const field = (id: string, title: string, kind = 'single-line') => ({ id, title, 'x-component': kind });

test('hints at fields of the same name under one heading, and at columns of one table', () => {
  const table = { ...field('people', '代表人', 'table'), columns: [field('a', '姓名'), field('b', '姓名 ')] };
  expect(
    hintsOfSameNames([
      field('one', '姓名'),
      field('two', '姓名'),
      field('heading', '代理人', 'heading'),
      field('three', '姓名'),
      field('four', ''),
      field('five', ''),
      table,
    ]).map(({ field: path }) => path),
  ).toEqual(['two', 'people[].b']);
});
