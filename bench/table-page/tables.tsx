import { MemoryRouter } from 'react-router';
import { ListTable } from '#web/toolkit/list/ListTable.tsx';
import styles from './plain-table.module.css';
import { columns, plainRows, rows } from './rows.ts';

/** What a person sees of the list at a time. */
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

/** The barest table that React can be asked for, with boxes to tick and the same texts. */
function Plain({ selected, isTurned }: Shown) {
  return (
    <table className={styles.plain}>
      <thead>
        <tr>
          <th />
          {columns.map(({ key, title }) => (
            <th key={key}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(isTurned ? turnedPlainRows : plainRows).map(({ id, cells }) => (
          <tr key={id} className={id === selected ? styles.chosen : undefined}>
            <td>
              <input type="checkbox" checked={id === selected} onChange={nothing} />
            </td>
            {cells.map(({ key, text }) => (
              <td key={key}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The same bare table with the portal's own links, tags and lights in its cells. */
function PlainWithCells({ selected, isTurned }: Shown) {
  return (
    <table className={styles.plain}>
      <thead>
        <tr>
          <th />
          {columns.map(({ key, title }) => (
            <th key={key}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {(isTurned ? turnedRows : rows).map((row) => (
          <tr key={row.id} className={row.id === selected ? styles.chosen : undefined}>
            <td>
              <input type="checkbox" checked={row.id === selected} onChange={nothing} />
            </td>
            {columns.map(({ key, link, render }) => (
              <td key={key}>{link ? <a href={link(row)}>{render(row)}</a> : render(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

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
  plain: (shown: Shown) => <Plain {...shown} />,
  plainWithCells: (shown: Shown) => <PlainWithCells {...shown} />,
};

export type TableKind = keyof typeof tables;
