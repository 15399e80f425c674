import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type FoundOrder, workOrders } from '#contract/work-orders.ts';
import { answerCalls, renderPart } from '#web/features/work-orders/test-screen.tsx';
import { OrderSearch } from './OrderSearch.tsx';

const found = (code: string, list: FoundOrder['list']): Partial<FoundOrder> => ({
  id: code,
  code,
  title: `第 ${code} 件`,
  itemName: '群众来信办理',
  status: 2,
  statusLabel: '待收件',
  list,
  traceId: list === 'initiated' ? null : `${code}.2`,
});

afterEach(() => vi.unstubAllGlobals());

function show(rows: readonly Partial<FoundOrder>[]) {
  const sent = answerCalls({ [`GET ${workOrders.search.path}`]: () => ({ rows }) });
  const { router } = renderPart(<OrderSearch />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: '查找办件' });
  const type = (value: string) => {
    field.focus();
    fireEvent.change(field, { target: { value } });
  };
  const enter = () => field.form && fireEvent.submit(field.form);
  return { sent, router, field, type, enter };
}

const settles = { timeout: 4_000 };

test('finds words once they have rested, each order with the way to it', async () => {
  const { sent, type } = show([found('2026000001', 'todo'), found('2026000002', 'initiated')]);
  type('电梯');
  expect(sent).toEqual([]);
  const links = await screen.findAllByRole('link', {}, settles);
  expect(sent.map(({ query }) => query.get('keyword'))).toEqual(['电梯']);
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/affair/detail/2026000001?traceId=2026000001.2',
    '/affair/detail/2026000002?isInitiated=1',
  ]);
  expect(screen.getByText('找到 2 件')).toBeTruthy();
});

test('Enter searches at once, the arrows walk what was found and Escape closes it', async () => {
  const { field, type, enter } = show([found('2026000001', 'done'), found('2026000002', 'done')]);
  type('0001');
  enter();
  const [first, second] = await screen.findAllByRole('link');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(first);
  fireEvent.keyDown(document.activeElement ?? field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(second);
  fireEvent.keyDown(document.activeElement ?? field, { key: 'Escape' });
  expect(screen.queryByRole('link')).toBeNull();
  expect(document.activeElement).toBe(field);
});

test('a whole number opens that order, also one of no list of mine', async () => {
  const { router, sent, type, enter } = show([]);
  type('2026000009');
  enter();
  await waitFor(() => expect(router.state.location.pathname).toBe('/affair/detail/2026000009'));
  expect(sent).toEqual([]);
});

test('says where it looked when nothing was found', async () => {
  const { type, enter } = show([]);
  type('无此内容');
  enter();
  expect(await screen.findByText('没有找到“无此内容”')).toBeTruthy();
});
