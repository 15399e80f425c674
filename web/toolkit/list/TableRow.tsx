import { memo, type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router';
import { indexColumn } from '../list-model/list-columns.ts';
import type { ListColumn } from '../list-model/list-types.ts';
import styles from './list-table.module.css';
import { RowActions } from './RowActions.tsx';
import type { DisplayedAction } from './row-actions.ts';

/** A column and the class of its cells, created once for all rows. */
export interface StyledColumn<Row> {
  column: ListColumn<Row>;
  className: string | undefined;
}

/** Functions that act on a row with the current state of the table; the same object at every render. */
export interface RowCallbacks<Row> {
  choose: (keys: readonly string[], on: boolean) => void;
  /** Runs the list's current action of this name, even if its button is older. */
  run: (row: Row, action: string) => void;
  onRowHover?: ((row: Row) => void) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
}

interface TableRowProps<Row> {
  row: Row;
  rowKey: string;
  columns: readonly StyledColumn<Row>[];
  index: number;
  /** Number of the row among all results, if it is shown. */
  number: number | undefined;
  /** Undefined if rows cannot be ticked. */
  chosen: boolean | undefined;
  /**
   * The actions serialised as text: they are created again at each render of the list and seldom change.
   * Undefined if no row has any.
   */
  actions: string | undefined;
  /** True if the column has space for one action only. */
  isNarrow: boolean;
  callbacks: RefObject<RowCallbacks<Row>>;
}

/**
 * Shows a row, rendered again only if it changed itself, so that ticking one box does not render the other
 * two hundred.
 */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, rowKey, chosen, actions, callbacks } = props;
  const [wasHovered, setWasHovered] = useState(false);
  const handleHover = () => {
    setWasHovered(true);
    callbacks.current.onRowHover?.(row);
  };
  return (
    <tr className={chosen ? styles.rowChosen : undefined} onMouseEnter={handleHover} onFocus={handleHover}>
      {chosen !== undefined && (
        <td>
          <input
            type="checkbox"
            aria-label={`选择第 ${props.index + 1} 行`}
            checked={chosen}
            onChange={(event) => callbacks.current.choose([rowKey], event.target.checked)}
          />
        </td>
      )}
      <Cells
        row={row}
        columns={props.columns}
        number={props.number}
        hasHints={wasHovered}
        callbacks={callbacks}
      />
      {actions && (
        <td className={styles.actionsCell} data-row-actions="">
          <RowActions
            actions={JSON.parse(actions) as DisplayedAction[]}
            isNarrow={props.isNarrow}
            onRun={(action) => callbacks.current.run(row, action)}
          />
        </td>
      )}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row> & { key?: string | undefined }) => ReactNode;

interface CellsProps<Row> extends Pick<TableRowProps<Row>, 'row' | 'columns' | 'number' | 'callbacks'> {
  /** True if cells have hover hints, which are not needed before the row is hovered. */
  hasHints: boolean;
}

/** Shows the cells of a row, separate from the row: a new position, a tick and new actions change no cell. */
const Cells = memo(function Cells<Row>({ row, columns, number, hasHints, callbacks }: CellsProps<Row>) {
  return columns.map(({ column, className }) => {
    const content = column.key === indexColumn.key ? String(number) : column.render(row);
    const url = column.link?.(row);
    const hint = () => column.hint?.(row) ?? (typeof content === 'string' ? content : undefined);
    const cell = url ? (
      <Link to={url} data-row-link="" onClick={() => callbacks.current.onOpen?.(row)}>
        {content}
      </Link>
    ) : (
      content
    );
    return (
      <td key={column.key} className={className} title={hasHints ? hint() : undefined}>
        {column.wraps ? <span className={styles.twoLines}>{cell}</span> : cell}
      </td>
    );
  });
}) as <Row>(props: CellsProps<Row>) => ReactNode;
