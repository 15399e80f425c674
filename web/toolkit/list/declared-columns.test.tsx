import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { DeclaredColumns } from '#domain/lists/columns.ts';
import { columnsOf } from './declared-columns.tsx';

const declared = {
  name: { title: '名称', kind: 'text', width: 120, sort: 'name' },
  status: { title: '办理状态', kind: 'status', width: 100, hiddenByDefault: true },
  at: { title: '时间', kind: 'instant', width: 138 },
  times: { title: '次数', kind: 'count', width: 72 },
} as const satisfies DeclaredColumns;

const row = { name: '', status: 2, at: '2026-11-20T06:05:00.000Z', times: 3 };

test('a declared column is rendered by its kind, or by the screen’s own cell', () => {
  const columns = columnsOf<typeof row, typeof declared>(declared, {
    name: { link: () => '/there', hint: () => '无名' },
  });
  expect(
    columns.map(({ key, title, sort, hiddenByDefault, align }) => [key, title, sort, hiddenByDefault, align]),
  ).toEqual([
    ['name', '名称', 'name', undefined, undefined],
    ['status', '办理状态', undefined, true, undefined],
    ['at', '时间', undefined, undefined, undefined],
    ['times', '次数', undefined, undefined, 'right'],
  ]);
  // Only texts have a second line.
  expect(columns.filter(({ wraps }) => wraps).map(({ key }) => key)).toEqual(['name']);
  render(
    <ul>
      {columns.map(({ key, render: cell }) => (
        <li key={key}>{cell(row)}</li>
      ))}
    </ul>,
  );
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '—',
    '待收件',
    '2026-11-20 14:05',
    '3',
  ]);
  expect(columns.map(({ hint }) => hint?.(row))).toEqual(['无名', '待收件', undefined, undefined]);
});
