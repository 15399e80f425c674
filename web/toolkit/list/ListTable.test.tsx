import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { ListColumn, RowAction } from '../list-model/list-types.ts';
import { ListTable } from './ListTable.tsx';

interface Row {
  id: string;
}

const rows: readonly Row[] = ['甲', '乙', '丙'].map((id) => ({ id }));
const noop = () => undefined;

interface TickedProps {
  columns?: readonly ListColumn<Row>[];
  shown?: readonly Row[];
  rowActions?: (row: Row) => readonly RowAction[];
}

const plainColumns: readonly ListColumn<Row>[] = [{ key: 'id', title: '流水号', render: ({ id }) => id }];

function SelectableTable({ columns = plainColumns, shown = rows, rowActions }: TickedProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <MemoryRouter>
      <ListTable
        caption="办件"
        columns={columns}
        rows={shown}
        rowActions={rowActions}
        rowKey={({ id }) => id}
        firstNumber={1}
        widths={{}}
        selected={selected}
        onSort={noop}
        onWidth={noop}
        onSelect={setSelected}
      />
    </MemoryRouter>
  );
}

/** Returns a column that records which cells are rendered. */
function recordingColumns(renderedIds: string[]): ListColumn<Row>[] {
  const render = ({ id }: Row) => {
    renderedIds.push(id);
    return id;
  };
  return [{ key: 'id', title: '流水号', render }];
}

test('ticking a row renders no cell again, and keeps the earlier ticks', () => {
  const renderedIds: string[] = [];
  const columns = recordingColumns(renderedIds);
  render(<SelectableTable columns={columns} />);
  renderedIds.length = 0;
  fireEvent.click(screen.getByLabelText('选择第 3 行'));
  // This row was rendered before anything was ticked.
  fireEvent.click(screen.getByLabelText('选择第 1 行'));
  expect(renderedIds).toEqual([]);
  expect(screen.getByLabelText('选择第 3 行')).toHaveProperty('checked', true);
  expect(screen.getByLabelText('选择第 1 行')).toHaveProperty('checked', true);
  expect(screen.getByLabelText('全选本页')).toHaveProperty('indeterminate', true);
});

test('a column that wraps shows its text and its link in two lines, and others in one', () => {
  const texts: readonly ListColumn<Row>[] = [
    { key: 'title', title: '办件名称', wraps: true, link: () => '/there', render: ({ id }) => `${id}的来信` },
    { key: 'id', title: '流水号', render: ({ id }) => id },
  ];
  render(<SelectableTable columns={texts} />);
  expect(screen.getByRole('link', { name: '甲的来信' }).parentElement?.className).toContain('twoLines');
  expect(screen.getByRole('cell', { name: '甲' }).querySelector('span')).toBe(null);
});

test('the left cells are fixed only while the table is scrolled horizontally', () => {
  render(<SelectableTable />);
  const table = screen.getByRole('table');
  const box = table.parentElement as HTMLElement;
  const scrollTo = (left: number) => {
    box.scrollLeft = left;
    fireEvent.scroll(box);
    return table.hasAttribute('data-scrolled');
  };
  expect(table.hasAttribute('data-scrolled')).toBe(false);
  expect(scrollTo(80)).toBe(true);
  expect(scrollTo(0)).toBe(false);
});

test('a box with more content to its right is marked, until it is scrolled to the end', () => {
  render(<SelectableTable />);
  const table = screen.getByRole('table');
  const box = table.parentElement as HTMLElement;
  Object.defineProperty(table, 'offsetWidth', { value: 900 });
  Object.defineProperty(box, 'clientWidth', { value: 600 });
  const scrollTo = (left: number) => {
    box.scrollLeft = left;
    fireEvent.scroll(box);
    return box.hasAttribute('data-more-right');
  };
  expect(scrollTo(80)).toBe(true);
  expect(scrollTo(300)).toBe(false);
  expect(scrollTo(0)).toBe(true);
});

test('another order of the rows renders no cell again, and each row is ticked by its new position', () => {
  const renderedIds: string[] = [];
  const columns = recordingColumns(renderedIds);
  const { rerender } = render(<SelectableTable columns={columns} />);
  renderedIds.length = 0;
  rerender(<SelectableTable columns={columns} shown={rows.toReversed()} />);
  expect(renderedIds).toEqual([]);
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    '流水号',
    '丙',
    '乙',
    '甲',
  ]);
  fireEvent.click(screen.getByLabelText('选择第 1 行'));
  expect(screen.getByRole('row', { name: /丙/ }).querySelector('input')).toHaveProperty('checked', true);
});

test('a cell shows its whole text as a title on hover once its row was entered', () => {
  render(<SelectableTable />);
  expect(screen.queryByTitle('乙')).toBeNull();
  fireEvent.mouseEnter(screen.getByRole('row', { name: /乙/ }));
  expect(screen.getByTitle('乙').textContent).toBe('乙');
  expect(screen.queryByTitle('丙')).toBeNull();
});

const labels = ['办理', '委托'];
const actionsRunning =
  (run: (text: string) => void) =>
  ({ id }: Row): readonly RowAction[] =>
    labels.map((label) => ({ key: label, label, onRun: () => run(`${label}${id}`) }));

test('each action of a row is a button that runs it, also before the row is hovered or focused', () => {
  const run = vi.fn();
  render(<SelectableTable rowActions={actionsRunning(run)} />);
  const row = within(screen.getByRole('row', { name: /乙/ }));
  expect(row.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(labels);
  row.getByRole('button', { name: '委托' }).click();
  expect(run.mock.calls).toEqual([['委托乙']]);
});

test('an action runs its current handler even in an older button; one with a new label is rendered again', () => {
  const [earlierRun, currentRun] = [vi.fn(), vi.fn()];
  const { rerender } = render(<SelectableTable rowActions={actionsRunning(earlierRun)} />);
  rerender(<SelectableTable rowActions={actionsRunning(currentRun)} />);
  fireEvent.click(within(screen.getByRole('row', { name: /甲/ })).getByRole('button', { name: '办理' }));
  expect(earlierRun).not.toHaveBeenCalled();
  expect(currentRun.mock.calls).toEqual([['办理甲']]);
  rerender(<SelectableTable rowActions={() => [{ key: '办理', label: '查看', onRun: noop }]} />);
  expect(screen.getByRole('row', { name: /甲/ }).querySelector('div')?.textContent).toBe('查看');
});
