import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { orders, showList as show } from './test-list.tsx';

beforeEach(() => localStorage.clear());

test('disables 导出 when the list has no rows, not before that is known', async () => {
  show({ exportedAs: 'orders', load: async () => ({ rows: [], total: 0 }) });
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '导出' });
  expect(button.disabled).toBe(false);
  await waitFor(() => expect(button.disabled).toBe(true));
});

test('shows the tools beside the note, not among the buttons of the filters', async () => {
  show({ exportedAs: 'orders', note: () => <p>其中超期 3 件</p> });
  const note = (await screen.findByText('其中超期 3 件')).parentElement?.parentElement;
  expect(within(note as HTMLElement).getByRole('button', { name: '导出' })).toBeTruthy();
  const filters = (await screen.findByRole('button', { name: '查询' })).closest('form');
  expect(within(filters as HTMLElement).queryByRole('button', { name: '导出' })).toBeNull();
});

test('shows 10000+ above the limit that the server counts', async () => {
  show({ load: async () => ({ rows: orders.slice(0, 10), total: 10_001 }) });
  expect(await screen.findByText('共 10000+ 条')).toBeTruthy();
});
