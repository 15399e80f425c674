import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Order, orders, showList as show } from './test-list.tsx';

beforeEach(() => localStorage.clear());

test('disables 导出 when the list has no rows, not before that is known', async () => {
  show({ exportName: 'orders', load: async () => ({ rows: [], total: 0 }) });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '导出' });
  expect(button.disabled).toBe(false);
  await waitFor(() => expect(button.disabled).toBe(true));
});

test('shows the tools beside the note, not among the buttons of the filters', async () => {
  show({ exportName: 'orders', note: () => <p>其中超期 3 件</p> });
  const note = (await screen.findByText('其中超期 3 件')).parentElement?.parentElement;
  expect(within(note as HTMLElement).getByRole('button', { name: '导出' })).toBeTruthy();
  const filters = (await screen.findByRole('button', { name: '查询' })).closest('form');
  expect(within(filters as HTMLElement).queryByRole('button', { name: '导出' })).toBeNull();
});

test('shows 10000+ above the limit that the server counts', async () => {
  show({ load: async () => ({ rows: orders.slice(0, 10), total: 10_001 }) });
  expect(await screen.findByText('共 10000+ 条')).toBeTruthy();
});

const columns = [
  { key: 'code', title: '流水号', render: ({ code }: Order) => code },
  { key: 'title', title: '标题', sort: 'title', render: ({ title }: Order) => title },
];

test('names a sorting by a hidden column, and ends it', async () => {
  const hidden = columns.map((column) => ({ ...column, hiddenByDefault: column.key === 'title' }));
  const queries = show({ columns: hidden, address: '/?sort=title&order=asc' });
  expect(await screen.findByText('排序：标题升序')).toBeTruthy();
  fireEvent.click(screen.getByLabelText('恢复默认排序'));
  await waitFor(() => expect(queries.at(-1)).toEqual({ page: 1, size: 10, filters: {} }));
  expect(screen.queryByText(/^排序：/)).toBeNull();
});

test('names a sorting on a phone, where cards show none, but not beside its column', async () => {
  show({ columns, address: '/?sort=title' });
  const heading = await screen.findByRole('columnheader', { name: '标题' });
  expect(heading.getAttribute('aria-sort')).toBe('descending');
  expect(screen.queryByText(/^排序：/)).toBeNull();
  cleanup();
  vi.stubGlobal('innerWidth', 390);
  show({ columns, address: '/?sort=title' });
  expect(await screen.findByText('排序：标题降序')).toBeTruthy();
  vi.unstubAllGlobals();
});
