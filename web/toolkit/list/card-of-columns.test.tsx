import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ListColumn } from '../list-model/list-types.ts';
import { cardOfColumns } from './card-of-columns.ts';
import { ListCards } from './ListCards.tsx';

interface Account {
  name: string;
  account: string;
  post: string;
  state: string;
}

const columns: readonly ListColumn<Account>[] = [
  { key: 'name', title: '姓名', render: (row) => row.name },
  { key: 'account', title: '账号', render: (row) => row.account },
  { key: 'post', title: '职务', render: (row) => row.post || '—' },
  { key: 'state', title: '状态', render: (row) => row.state },
];

function show(labels: readonly string[], onRun: (key: string) => void = () => {}) {
  const actions = labels.map((label) => ({
    key: label,
    label,
    danger: ['停用', '离职', '删除'].includes(label),
    onRun: () => onRun(label),
  }));
  const rows = [{ name: '张伟', account: 'zhangwei', post: '', state: '启用' }];
  render(
    <ListCards
      label="账号"
      rows={rows}
      rowKey={({ account }) => account}
      card={cardOfColumns(columns, () => actions)}
    />,
  );
  return within(screen.getByRole('listitem'));
}

it('shows the state next to the title, and no field without a value', () => {
  const card = show([]);
  expect(card.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['账号']);
  expect(card.getByText('张伟').nextElementSibling?.textContent).toBe('启用');
});

it('shows actions in a line that wraps, and several dangerous ones behind 更多', async () => {
  const onRun = vi.fn();
  const card = show(['修改', '解锁', '停用', '离职'], onRun);
  const labels = card.getAllByRole('button').map(({ textContent }) => textContent);
  expect(labels).toEqual(['修改张伟', '解锁张伟', '更多张伟']);
  fireEvent.click(card.getByRole('button', { name: '更多张伟' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: '离职' }));
  expect(onRun).toHaveBeenCalledExactlyOnceWith('离职');
});

it('shows a single dangerous action, since 更多 never contains only one', () => {
  const labels = show(['修改', '删除']).getAllByRole('button');
  expect(labels.map(({ textContent }) => textContent)).toEqual(['修改张伟', '删除张伟']);
});
