import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FieldModel } from '#domain/forms/model.ts';
import { openForm } from '../../test-form-view.tsx';

const costs: FieldModel = {
  id: 'costs',
  title: '费用',
  'x-component': 'table',
  columns: [
    { id: 'name', title: '项目', 'x-component': 'single-line' },
    { id: 'amount', title: '金额', 'x-component': 'number', 'x-props': { sum: true, unit: '元' } },
  ],
};
const values = {
  costs: [
    { name: '货款', amount: 0.1 },
    { name: '运费', amount: 0.2 },
  ],
};

/** Returns the texts of the row of sums. */
const sums = () =>
  [...(document.querySelector('tfoot')?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);

it('a copied row has the files of the original as references, each of which can be removed alone', () => {
  const table: FieldModel = {
    id: 'rows',
    title: '材料',
    'x-component': 'table',
    columns: [{ id: 'files', title: '附件', 'x-component': 'upload' }],
  };
  const file = { id: 'f1', name: '图.png', size: 1 };
  const { handle } = openForm([table], { values: { rows: [{ files: [file] }] } });
  fireEvent.click(screen.getByRole('button', { name: '复制第 1 行' }));
  const rows = () => handle().store.rows('rows');
  expect(rows().map(({ files }) => files)).toEqual([[file], [file]]);
  expect(new Set(rows().map(({ _uid }) => _uid)).size).toBe(2);
  fireEvent.click(screen.getAllByRole('button', { name: /删除.*图\.png/ })[1] as HTMLElement);
  expect(rows().map(({ files }) => files)).toEqual([[file], []]);
});

it('takes a deleted row back with its masked values, until something else is changed', () => {
  const secret: FieldModel = {
    ...costs,
    columns: [
      { id: 'name', title: '姓名', 'x-component': 'single-line' },
      {
        id: 'phone',
        title: '电话',
        'x-component': 'single-line',
        'x-secret': true,
        'x-secret-rule': 'mobile',
      },
    ],
  };
  const rows = [
    { _uid: '0', name: '张三', phone: '138****8000' },
    { _uid: '1', name: '李四', phone: '139****9000' },
  ];
  const { handle } = openForm([secret], {
    values: { costs: rows },
    masked: ['costs[0].phone', 'costs[1].phone'],
  });
  const names = () =>
    handle()
      .store.rows('costs')
      .map(({ name }) => name);
  fireEvent.click(screen.getByRole('button', { name: '删除第 1 行' }));
  expect(names()).toEqual(['李四']);
  expect(screen.getByText(/已删除第 1 行/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '撤销删除' }));
  expect(handle().store.rows('costs')).toEqual(rows);
  expect(handle().store.view('costs[0].phone').masked).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: '删除第 2 行' }));
  fireEvent.keyDown(screen.getByRole('textbox', { name: '姓名，第 1 行' }), { key: 'z', ctrlKey: true });
  expect(names()).toEqual(['张三', '李四']);
  fireEvent.click(screen.getByRole('button', { name: '删除第 2 行' }));
  fireEvent.change(screen.getByRole('textbox', { name: '姓名，第 1 行' }), { target: { value: '王五' } });
  expect(screen.queryByRole('button', { name: '撤销删除' })).toBeNull();
});

it('has no column that the node hides, nor its sum (S1 §6)', () => {
  for (const access of [1, 2] as const) {
    const { unmount } = openForm([costs], {
      values: { costs: [{ name: '货款' }] },
      authority: { '*': access, 'costs[].amount': 0 },
    });
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads.slice(0, 2)).toEqual(['序号', '项目']);
    expect(heads).not.toContain('金额');
    expect(sums()).toEqual([]);
    unmount();
  }
});

describe('sums below a table (decision 0226)', () => {
  it('follow what is typed, added and removed', () => {
    openForm([costs], { values });
    expect(sums()).toEqual(['合计', '', '0.3 元', '']);
    const amount = () => screen.getByRole<HTMLInputElement>('textbox', { name: '金额，第 1 行' });
    fireEvent.change(amount(), { target: { value: '一百' } });
    expect(sums()).toEqual(['合计', '', '0.2 元', '']);
    fireEvent.change(amount(), { target: { value: '100' } });
    expect(sums()).toEqual(['合计', '', '100.2 元', '']);
    fireEvent.click(screen.getByRole('button', { name: '复制第 2 行' }));
    expect(sums()).toEqual(['合计', '', '100.4 元', '']);
    fireEvent.click(screen.getByRole('button', { name: '删除第 1 行' }));
    expect(sums()).toEqual(['合计', '', '0.4 元', '']);
  });

  it('are shown where the table is read, and a change of another field leaves them', () => {
    const { handle } = openForm(
      [costs, { ...costs, id: 'note', 'x-component': 'single-line', columns: undefined }],
      {
        values,
        authority: { '*': 1, note: 2 },
      },
    );
    expect(sums()).toEqual(['合计', '', '0.3 元']);
    act(() => handle().store.change('note', '说明'));
    expect(sums()).toEqual(['合计', '', '0.3 元']);
  });

  it('have no row without a column to sum up', () => {
    openForm([{ ...costs, columns: costs.columns?.slice(0, 1) }], { values });
    expect(within(screen.getByRole('table')).queryByText('合计')).toBeNull();
  });
});

it('moves the focus to 添加一行 when the last row is deleted', async () => {
  openForm([costs], { values: { costs: [{ name: '货款', amount: 1 }] } });
  const remove = screen.getByRole('button', { name: '删除第 1 行' });
  remove.focus();
  fireEvent.click(remove);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /添加一行/ })));
});
