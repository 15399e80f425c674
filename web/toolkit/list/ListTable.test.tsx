import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ListTable } from './ListTable.tsx';
import type { ListColumn } from './list-types.ts';

interface Row {
  id: string;
}

const rows: readonly Row[] = ['甲', '乙', '丙'].map((id) => ({ id }));
const nothing = () => undefined;

function Ticked(props: { columns: readonly ListColumn<Row>[] }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <MemoryRouter>
      <ListTable
        caption="办件"
        columns={props.columns}
        rows={rows}
        rowKey={({ id }) => id}
        firstNumber={1}
        widths={{}}
        selected={selected}
        onSort={nothing}
        onWidth={nothing}
        onSelect={setSelected}
      />
    </MemoryRouter>
  );
}

test('ticking a row draws that row and no other, and the ticks before it stay', () => {
  const drawn: string[] = [];
  const columns: ListColumn<Row>[] = [
    {
      key: 'id',
      title: '流水号',
      render: ({ id }) => {
        drawn.push(id);
        return id;
      },
    },
  ];
  render(<Ticked columns={columns} />);
  drawn.length = 0;
  fireEvent.click(screen.getByLabelText('选择第 3 行'));
  expect(drawn).toEqual(['丙']);
  drawn.length = 0;
  // This row was drawn when nothing was ticked yet.
  fireEvent.click(screen.getByLabelText('选择第 1 行'));
  expect(drawn).toEqual(['甲']);
  expect(screen.getByLabelText('选择第 3 行')).toHaveProperty('checked', true);
  expect(screen.getByLabelText('选择第 1 行')).toHaveProperty('checked', true);
  expect(screen.getByLabelText('全选本页')).toHaveProperty('indeterminate', true);
});

test('cells stand still at the left only while the table is scrolled sideways', () => {
  render(<Ticked columns={[{ key: 'id', title: '流水号', render: ({ id }) => id }]} />);
  const table = screen.getByRole('table');
  const box = table.parentElement as HTMLElement;
  const scrollTo = (left: number) => {
    box.scrollLeft = left;
    fireEvent.scroll(box);
    return table.hasAttribute('data-aside');
  };
  expect(table.hasAttribute('data-aside')).toBe(false);
  expect(scrollTo(80)).toBe(true);
  expect(scrollTo(0)).toBe(false);
});
