import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Order, showList as show } from './test-list.tsx';

beforeEach(() => localStorage.clear());

describe('list keys', () => {
  test('move through the rows with j and k and run the first action with e', async () => {
    const run = vi.fn();
    show({ rowActions: (row) => [{ key: 'handle', label: '办理', onRun: () => run(row.code) }] });
    await screen.findByText('2026000001');
    fireEvent.keyDown(document.body, { key: 'j' });
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(document.activeElement?.textContent).toBe('2026000002');
    fireEvent.keyDown(document.body, { key: 'k' });
    expect(document.activeElement?.textContent).toBe('2026000001');
    fireEvent.keyDown(document.body, { key: 'e' });
    expect(run).toHaveBeenCalledWith('2026000001');
  });

  const unlinked = [{ key: 'code', title: '流水号', width: 120, render: (row: Order) => row.code }];

  test('move through rows without links by their first actions, which Enter runs', async () => {
    const run = vi.fn();
    show({
      columns: unlinked,
      rowActions: (row) => [{ key: 'end', label: '结束', onRun: () => run(row.code) }],
    });
    await screen.findByText('2026000001');
    for (const key of ['j', 'j']) fireEvent.keyDown(document.body, { key });
    const focused = document.activeElement as HTMLElement;
    expect([focused.textContent, focused.closest('tr')?.textContent?.includes('2026000002')]).toEqual([
      '结束',
      true,
    ]);
    // A browser presses the focused button on Enter.
    fireEvent.click(focused);
    expect(run).toHaveBeenCalledWith('2026000002');
    expect(screen.getByText('E').parentElement?.textContent).toBe('EnterE结束');
    expect(screen.queryByText(/打开/)).toBeNull();
  });

  test('are not offered for rows without links and actions', async () => {
    show({ columns: unlinked });
    await screen.findByText('2026000001');
    expect(screen.queryByText('J')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /全部快捷键/ }));
    const sheet = await screen.findByRole('dialog', { name: '键盘快捷键' });
    expect(within(sheet).queryByText('Enter')).toBeNull();
    expect(within(sheet).getByText('查找')).toBeTruthy();
  });

  test.each([
    ['by its name if it is the same in all rows', '结束', '结束', 'E结束'],
    ['by a common name if the rows differ', '继续', '明细', 'E首项操作'],
  ])('show the effect of the key e: the first action %s', async (_how, first, others, expected) => {
    show({
      rowActions: ({ code }) => [
        { key: 'a', label: code === '2026000001' ? first : others, onRun: () => undefined },
      ],
    });
    await screen.findByText('2026000001');
    expect(screen.getByText('E').parentElement?.textContent).toBe(expected);
  });

  test('are ignored while a person is typing', async () => {
    show();
    await screen.findByText('2026000001');
    const field = screen.getByLabelText('关键词');
    field.focus();
    fireEvent.keyDown(field, { key: 'j' });
    expect(document.activeElement).toBe(field);
  });
});
