import type { ReactNode } from 'react';
import type { WireOf } from '#contract/list-columns.ts';
import { isWorkOrderStatus, workOrderStatusLabel } from '#domain/enumerations/work-order-status.ts';
import type { ColumnKind, DeclaredColumns } from '#domain/lists/columns.ts';
import type { ListColumn } from '../list-model/list-types.ts';
import { DateTime } from '../status/DateTime.tsx';
import { DueLight } from '../status/DueLight.tsx';
import { StatusTag } from '../status/StatusTag.tsx';
import { toneOfStatus } from '../status/status-tone.ts';

type ValueOf<Kind extends ColumnKind> = WireOf<
  Record<'it', { title: string; width: number; kind: Kind }>
>['it'];

interface Cell<Value> {
  render: (value: Value) => ReactNode;
  hint?: (value: Value) => string;
}

const text: Cell<string> = { render: (value) => value || '—' };
const labelOf = (status: number) => (isWorkOrderStatus(status) ? workOrderStatusLabel[status] : '');

/** The display of each kind of column; a dash for an empty value. */
const cells: { [Kind in ColumnKind]: Cell<ValueOf<Kind>> } = {
  text,
  maskedName: text,
  status: {
    render: (status) => <StatusTag label={labelOf(status)} tone={toneOfStatus(status)} />,
    hint: labelOf,
  },
  instant: { render: (value) => <DateTime value={value} /> },
  due: { render: (due) => <DueLight due={due} />, hint: (due) => due.text },
  count: { render: (value) => String(value) },
  overdueDays: { render: (days) => (days === 0 ? '—' : String(days)) },
};

/**
 * Settings that a screen adds to the kind of a column: the target of its link, its hint, or another way to
 * show it.
 */
type ColumnOverrides<Row> = Partial<Pick<ListColumn<Row>, 'render' | 'hint' | 'link'>>;

/** Returns the declared columns of a list, each shown by its kind unless the screen has its own cell. */
export function columnsOf<Row extends WireOf<Columns>, Columns extends DeclaredColumns = DeclaredColumns>(
  columns: Columns,
  overrides: { [Name in keyof Columns]?: ColumnOverrides<Row> } = {},
): ListColumn<Row>[] {
  return Object.entries(columns).map(([key, { kind, ...declared }]) => {
    const { render, hint } = cells[kind] as Cell<unknown>;
    const cellValue = (row: Row) => (row as Readonly<Record<string, unknown>>)[key];
    return {
      key,
      ...declared,
      // Names and titles are read whole: a second line is cheaper than a wider column.
      ...(kind === 'text' && { wraps: true }),
      ...((kind === 'count' || kind === 'overdueDays') && { align: 'right' }),
      render: (row) => render(cellValue(row)),
      ...(hint && { hint: (row: Row) => hint(cellValue(row)) }),
      ...overrides[key],
    };
  });
}
