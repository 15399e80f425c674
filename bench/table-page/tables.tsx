import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { ListTable } from '#web/toolkit/list/ListTable.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './plain-table.module.css';
import { columns, type PlainRow, plainRows, rows } from './rows.ts';

/** State of the list that a person sees at a time. */
export interface TableState {
  selected: string | undefined;
  isReversed: boolean;
}

const noop = () => undefined;
const rowKey = ({ id }: { id: string }) => id;
const reversedRows = rows.toReversed();
const reversedPlainRows = plainRows.toReversed();
const actionsOf = () => [
  { key: 'handle', label: '办理', onRun: noop },
  { key: 'delegate', label: '委托', onRun: noop },
];

function Ours({ selected, isReversed, hasActions }: TableState & { hasActions?: boolean }) {
  return (
    <ListTable
      caption="待办事项"
      columns={columns}
      rows={isReversed ? reversedRows : rows}
      rowKey={rowKey}
      firstNumber={1}
      widths={{}}
      sort="arrivedAt"
      order={isReversed ? 'desc' : 'asc'}
      selected={new Set(selected === undefined ? [] : [selected])}
      {...(hasActions && { rowActions: actionsOf })}
      onSort={noop}
      onWidth={noop}
      onSelect={noop}
      onRowHover={noop}
      onOpen={noop}
    />
  );
}

/** A table with check boxes in plain React; the caller renders the content of its cells. */
function PlainTable<Row extends { id: string }>(
  props: TableState & {
    rows: readonly Row[];
    reversed: readonly Row[];
    cells: (row: Row) => readonly Cell[];
    isStyled?: boolean;
  },
) {
  const { selected, isReversed, cells } = props;
  return (
    <table className={joinClasses(styles.plain, props.isStyled && styles.styled)}>
      <thead>
        <tr>
          <th />
          {columns.map(({ key, title }) => (
            <th key={key}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(isReversed ? props.reversed : props.rows).map((row) => (
          <tr key={row.id} className={row.id === selected ? styles.chosen : undefined}>
            <td>
              <input type="checkbox" checked={row.id === selected} onChange={noop} />
            </td>
            {cells(row).map(({ key, content }) => (
              <td key={key}>{content}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Cell {
  key: string;
  content: ReactNode;
}

const textsOf = ({ cells }: PlainRow): readonly Cell[] =>
  cells.map(({ key, text }) => ({ key, content: text }));

/**
 * Returns cells that look like the portal's, with as few elements as possible: a link, a tag in its box, a
 * light.
 */
const styledCellsOf = ({ id, cells }: PlainRow): readonly Cell[] =>
  cells.map(({ key, kind, text, light }) => ({
    key,
    content: styledContentOf({ id, key, kind, text, light }),
  }));

function styledContentOf({
  id,
  key,
  kind,
  text,
  light,
}: PlainRow['cells'][number] & { id: string }): ReactNode {
  if (key === 'code') return <a href={`/work-orders/${id}`}>{text}</a>;
  if (kind === 'status') return <span className={styles.tag}>{text}</span>;
  if (kind === 'instant') return <time>{text}</time>;
  if (light === undefined) return text;
  return (
    <span className={styles[light]}>
      <span className={styles.statusLight} />
      {text}
    </span>
  );
}

const ourCellsOf = (row: (typeof rows)[number]): readonly Cell[] =>
  columns.map(({ key, link, render }) => ({
    key,
    content: link ? <a href={link(row)}>{render(row)}</a> : render(row),
  }));

const plain = { rows: plainRows, reversed: reversedPlainRows };

export const tables = {
  ours: (state: TableState) => (
    <MemoryRouter>
      <Ours {...state} />
    </MemoryRouter>
  ),
  oursWithActions: (state: TableState) => (
    <MemoryRouter>
      <Ours {...state} hasActions />
    </MemoryRouter>
  ),
  plain: (state: TableState) => <PlainTable {...state} {...plain} cells={textsOf} />,
  plainWithStyles: (state: TableState) => <PlainTable {...state} {...plain} cells={styledCellsOf} isStyled />,
  plainWithCells: (state: TableState) => (
    <PlainTable {...state} rows={rows} reversed={reversedRows} cells={ourCellsOf} />
  ),
};

export type TableKind = keyof typeof tables;
