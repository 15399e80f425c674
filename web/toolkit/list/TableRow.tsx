import { memo, type ReactNode, type RefObject, useState } from 'react';
import { Link } from 'react-router';
import { indexColumn } from '../list-model/list-columns.ts';
import type { ListColumn } from '../list-model/list-types.ts';
import styles from './list-table.module.css';
import { RowActions } from './RowActions.tsx';
import type { ReadAction } from './row-actions.ts';

/** A column and the class of its cells, made once for all rows. */
export interface PlacedColumn<Row> {
  column: ListColumn<Row>;
  className: string | undefined;
}

/** Functions that act on a row with the present state of the table; the object is the same at every drawing. */
export interface RowMutations<Row> {
  choose: (keys: readonly string[], on: boolean) => void;
  /** Runs the action as the list has it now, whenever its button was drawn. */
  run: (row: Row, action: string) => void;
  onApproach?: ((row: Row) => void) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
}

interface TableRowProps<Row> {
  row: Row;
  rowKey: string;
  columns: readonly PlacedColumn<Row>[];
  index: number;
  /** Its number among all that were found, where that is shown. */
  number: number | undefined;
  /** Undefined where rows are not ticked. */
  chosen: boolean | undefined;
  /** Its actions as they read, written out: they are made anew at each drawing of the list and seldom change. Undefined where no row has any. */
  actions: string | undefined;
  /** Draws its actions from the beginning: nothing hovers here. */
  isTouched: boolean;
  /** The column has space for one action only. */
  isNarrow: boolean;
  mutations: RefObject<RowMutations<Row>>;
}

/** A row is drawn anew only when it changed itself, so that ticking one box does not draw the other two hundred. */
export const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, rowKey, chosen, actions, mutations } = props;
  const [isApproached, setApproached] = useState(false);
  const isNear = isApproached || props.isTouched;
  const approach = () => {
    setApproached(true);
    mutations.current.onApproach?.(row);
  };
  return (
    <tr className={chosen ? styles.rowChosen : undefined} onMouseEnter={approach} onFocus={approach}>
      {chosen !== undefined && (
        <td>
          <input
            type="checkbox"
            aria-label={`选择第 ${props.index + 1} 行`}
            checked={chosen}
            onChange={(event) => mutations.current.choose([rowKey], event.target.checked)}
          />
        </td>
      )}
      <Cells
        row={row}
        columns={props.columns}
        number={props.number}
        isHinted={isApproached}
        mutations={mutations}
      />
      {actions && (
        <td className={styles.actionsCell} data-row-actions="">
          <RowActions
            actions={JSON.parse(actions) as ReadAction[]}
            isNarrow={props.isNarrow}
            isNear={isNear}
            onNear={() => setApproached(true)}
            onRun={(action) => mutations.current.run(row, action)}
          />
        </td>
      )}
    </tr>
  );
}) as <Row>(props: TableRowProps<Row> & { key?: string | undefined }) => ReactNode;

interface CellsProps<Row> extends Pick<TableRowProps<Row>, 'row' | 'columns' | 'number' | 'mutations'> {
  /** With what is shown on hover; no cell needs it before its row is come to. */
  isHinted: boolean;
}

/** Apart from the row around them: another place among the others, a tick and what may be done change no cell. */
const Cells = memo(function Cells<Row>({ row, columns, number, isHinted, mutations }: CellsProps<Row>) {
  return columns.map(({ column, className }) => {
    const content = column.key === indexColumn.key ? String(number) : column.render(row);
    const url = column.link?.(row);
    const hint = () => column.hint?.(row) ?? (typeof content === 'string' ? content : undefined);
    return (
      <td key={column.key} className={className} title={isHinted ? hint() : undefined}>
        {url ? (
          <Link to={url} data-row-link="" onClick={() => mutations.current.onOpen?.(row)}>
            {content}
          </Link>
        ) : (
          content
        )}
      </td>
    );
  });
}) as <Row>(props: CellsProps<Row>) => ReactNode;
