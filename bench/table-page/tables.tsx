import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { ListTable } from '#web/toolkit/list/ListTable.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './plain-table.module.css';
import { columns, type PlainRow, plainRows, rows } from './rows.ts';

/** State of the list that a person sees at a time. */
export interface Shown {
  selected: string | undefined;
  isTurned: boolean;
}

const nothing = () => undefined;
const rowKey = ({ id }: { id: string }) => id;
const turnedRows = rows.toReversed();
const turnedPlainRows = plainRows.toReversed();
const actionsOf = () => [
  { key: 'handle', label: '办理', onRun: nothing },
  { key: 'delegate', label: '委托', onRun: nothing },
];

function Ours({ selected, isTurned, acts }: Shown & { acts?: boolean }) {
  return (
    <ListTable
      caption="待办事项"
      columns={columns}
      rows={isTurned ? turnedRows : rows}
      rowKey={rowKey}
      firstNumber={1}
      widths={{}}
      sort="arrivedAt"
      order={isTurned ? 'desc' : 'asc'}
      selected={new Set(selected === undefined ? [] : [selected])}
      {...(acts && { rowActions: actionsOf })}
      onSort={nothing}
      onWidth={nothing}
      onSelect={nothing}
      onApproach={nothing}
      onOpen={nothing}
    />
  );
}

/** A table with check boxes in plain React; the caller renders the content of its cells. */
function Bare<Row extends { id: string }>(
  props: Shown & {
    rows: readonly Row[];
    turned: readonly Row[];
    cells: (row: Row) => readonly Cell[];
    isAlike?: boolean;
  },
) {
  const { selected, isTurned, cells } = props;
  return (
    <table className={joinClasses(styles.plain, props.isAlike && styles.alike)}>
      <thead>
        <tr>
          <th />
          {columns.map(({ key, title }) => (
            <th key={key}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(isTurned ? props.turned : props.rows).map((row) => (
          <tr key={row.id} className={row.id === selected ? styles.chosen : undefined}>
            <td>
              <input type="checkbox" checked={row.id === selected} onChange={nothing} />
            </td>
            {cells(row).map(({ key, shown }) => (
              <td key={key}>{shown}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Cell {
  key: string;
  shown: ReactNode;
}

const textsOf = ({ cells }: PlainRow): readonly Cell[] =>
  cells.map(({ key, text }) => ({ key, shown: text }));

/**
 * Returns the same look as the portal's cells, with as few elements as possible: a link, a tag in its box, a
 * light.
 */
const looksOf = ({ id, cells }: PlainRow): readonly Cell[] =>
  cells.map(({ key, kind, text, light }) => ({ key, shown: lookOf({ id, key, kind, text, light }) }));

function lookOf({ id, key, kind, text, light }: PlainRow['cells'][number] & { id: string }): ReactNode {
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
    shown: link ? <a href={link(row)}>{render(row)}</a> : render(row),
  }));

const plain = { rows: plainRows, turned: turnedPlainRows };

export const tables = {
  ours: (shown: Shown) => (
    <MemoryRouter>
      <Ours {...shown} />
    </MemoryRouter>
  ),
  oursWithActions: (shown: Shown) => (
    <MemoryRouter>
      <Ours {...shown} acts />
    </MemoryRouter>
  ),
  plain: (shown: Shown) => <Bare {...shown} {...plain} cells={textsOf} />,
  plainWithLooks: (shown: Shown) => <Bare {...shown} {...plain} cells={looksOf} isAlike />,
  plainWithCells: (shown: Shown) => <Bare {...shown} rows={rows} turned={turnedRows} cells={ourCellsOf} />,
};

export type TableKind = keyof typeof tables;
