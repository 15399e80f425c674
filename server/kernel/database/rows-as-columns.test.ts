import { expect, test } from 'vitest';
import { testOffice } from '#test/world/office.ts';
import { fragment } from './fragment.ts';
import { rowsAsColumns } from './rows-as-columns.ts';

const { db } = (await testOffice()).context;

const types = {
  number: 'integer',
  name: 'text',
  names: 'text[]',
  at: 'timestamptz',
  late: 'boolean',
  content: 'jsonb',
} as const;

test('rows with any characters come back unchanged', async () => {
  const specialTexts = ['逗号,', '引号"', '反斜杠\\', '{}', '', 'NULL', ' 空格 ', '换\n行'];
  const rows = [
    {
      number: 1,
      name: '"a",\\b',
      names: specialTexts,
      at: '2026-01-02T03:04:05.678Z',
      late: true,
      content: { a: specialTexts },
    },
    { number: 2, name: null, names: [], at: null, late: false, content: [null, '\\"'] },
  ];
  const { rows: readRows } =
    await fragment`select x.number, x.name, x.names::text[] as names, x.at, x.late, x.content
      from ${rowsAsColumns(types, rows)}`.execute(db);
  expect(JSON.parse(JSON.stringify(readRows))).toEqual(rows);
});

test('an empty list of rows returns no rows', async () => {
  const { rows } = await fragment`select x.number from ${rowsAsColumns(types, [])}`.execute(db);
  expect(rows).toEqual([]);
});
