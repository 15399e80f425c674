import { type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { columnWidth } from '#domain/lists/column-width.ts';
import { indexColumn, widthOf } from '../list-model/list-columns.ts';
import type { ListColumn, RowAction } from '../list-model/list-types.ts';
import { joinClasses } from '../styles/join-classes.ts';
import { useMediaQuery } from '../styles/use-media-query.ts';
import { useTypeScale } from '../styles/use-type-scale.ts';
import { type ColumnSpace, fitColumns } from './fit-columns.ts';
import styles from './list-table.module.css';
import { actionsWidth, narrowWindowQuery } from './row-actions.ts';
import { type RowCallbacks, type StyledColumn, TableRow } from './TableRow.tsx';

export interface ListTableProps<Row> {
  caption: string;
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Number of the first row among all results. */
  firstNumber: number;
  widths: Readonly<Record<string, number>>;
  sort?: string;
  order?: 'asc' | 'desc';
  selected?: ReadonlySet<string>;
  rowActions?: (row: Row) => readonly RowAction[];
  onSort: (sort: string) => void;
  onWidth: (key: string, width: number) => void;
  onSelect?: (keys: ReadonlySet<string>) => void;
  onRowHover?: (row: Row) => void;
  onOpen?: ((row: Row) => void) | undefined;
}

const selectionWidth = 44;

/**
 * Shows a plain table of 40 px rows with plain checkboxes: far lighter than a grid component with two hundred
 * rows, and readable by screen readers (0087).
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { columns, rows, rowKey, widths, selected, rowActions, onSelect } = props;
  const scale = useTypeScale();
  const tickWidth = selectionWidth * scale;
  const keys = rows.map(rowKey);
  const selectedCount = keys.filter((key) => selected?.has(key)).length;
  const isNarrow = useMediaQuery(narrowWindowQuery);
  const actionsByRow = rowActions ? rows.map(rowActions) : [];
  const widthOfActions = Math.round(actionsWidth(actionsByRow, isNarrow) * scale);
  const actions = widthOfActions > 0 ? actionsByRow : undefined;
  const styledColumns = useMemo(() => columns.map(styleColumn), [columns]);
  const isNumbered = columns.some(({ key }) => key === indexColumn.key);
  const [boxWidth, setBoxWidth] = useState(0);
  const fixedWidth = Math.ceil((selected ? tickWidth : 0) + widthOfActions);
  const columnSpaces = columns.map((column) => spaceOf(column, widths, scale));
  const fittedWidths = fitColumns(columnSpaces, boxWidth - fixedWidth);
  const total = fittedWidths.reduce((sum, width) => sum + width, fixedWidth);

  const choose = (chosen: readonly string[], isSelected: boolean) => {
    const next = new Set(selected);
    for (const key of chosen) isSelected ? next.add(key) : next.delete(key);
    onSelect?.(next);
  };

  const run = (row: Row, action: string) => {
    for (const { key, onRun } of rowActions?.(row) ?? []) if (key === action) onRun();
  };
  const callbacks = useRef<RowCallbacks<Row>>({ choose, run });
  useLayoutEffect(() => {
    callbacks.current = { choose, run, onRowHover: props.onRowHover, onOpen: props.onOpen };
  });
  const table = useRef<HTMLTableElement>(null);
  useLayoutEffect(() => watchBox(table.current, setBoxWidth), []);

  return (
    <table
      ref={table}
      className={joinClasses(styles.table, selected && styles.ticked)}
      style={{ minWidth: total }}
      data-overflows={(boxWidth > 0 && total > boxWidth) || undefined}
    >
      <caption className="visually-hidden">{props.caption}</caption>
      <colgroup>
        {selected && <col style={{ width: tickWidth }} />}
        {columns.map(({ key }, index) => (
          <col key={key} style={columnSpaces[index]?.grows ? undefined : { width: fittedWidths[index] }} />
        ))}
        {actions && <col style={{ width: widthOfActions }} />}
      </colgroup>
      <thead>
        <tr>
          {selected && (
            <th scope="col">
              <input
                type="checkbox"
                aria-label="全选本页"
                checked={keys.length > 0 && selectedCount === keys.length}
                ref={(input) => {
                  if (input) input.indeterminate = selectedCount > 0 && selectedCount < keys.length;
                }}
                onChange={(event) => choose(keys, event.target.checked)}
              />
            </th>
          )}
          {styledColumns.map(({ column, className }) => (
            <HeaderCell
              key={column.key}
              title={column.title}
              className={className}
              order={column.sort !== undefined && column.sort === props.sort ? props.order : undefined}
              onSort={column.sort === undefined ? undefined : () => props.onSort(column.sort ?? '')}
              onWidth={(width) => props.onWidth(column.key, Math.round(width / scale))}
            />
          ))}
          {actions && (
            <th scope="col" className={styles.actionsCell}>
              操作
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <TableRow
            key={keys[index]}
            row={row}
            rowKey={keys[index] ?? ''}
            columns={styledColumns}
            index={index}
            number={isNumbered ? props.firstNumber + index : undefined}
            chosen={selected?.has(keys[index] ?? '')}
            actions={actions && JSON.stringify(actions[index])}
            isNarrow={isNarrow}
            callbacks={callbacks}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Share of its width to which a growing column shrinks if it declares no minimum. */
const minShare = 0.6;

/** Returns the space of a column; a column whose width the user has set neither shrinks nor grows. */
function spaceOf<Row>(
  column: ListColumn<Row>,
  widths: ListTableProps<Row>['widths'],
  scale: number,
): ColumnSpace {
  const ownWidth = widths[column.key];
  const preferredWidth = widthOf(column, widths);
  const minWidth = ownWidth ?? column.minWidth ?? (column.grows ? preferredWidth * minShare : preferredWidth);
  return {
    preferred: Math.round(preferredWidth * scale),
    min: Math.round(minWidth * scale),
    grows: column.grows === true && ownWidth === undefined,
  };
}

/**
 * Measures the scrolling box of a table, and marks a box with more to its right, and a table that has been
 * scrolled sideways: only then, and if it is wider than the box, are cells fixed at the sides. A browser
 * positions each fixed cell again at every step of scrolling, also downwards, which doubled the time per
 * frame.
 */
function watchBox(table: HTMLTableElement | null, onWidth: (width: number) => void) {
  const box = table?.parentElement;
  if (!table || !box) return undefined;
  // A hidden screen has no width; its table keeps the last one.
  const measure = () => box.clientWidth && onWidth(box.clientWidth);
  const mark = () => {
    table.toggleAttribute('data-scrolled', box.scrollLeft > 0);
    box.toggleAttribute('data-more-right', box.scrollLeft + box.clientWidth < table.offsetWidth - 1);
  };
  measure();
  const watcher = new ResizeObserver(() => {
    measure();
    mark();
  });
  watcher.observe(box);
  watcher.observe(table);
  box.addEventListener('scroll', mark, { passive: true });
  return () => {
    watcher.disconnect();
    box.removeEventListener('scroll', mark);
  };
}

/** Returns a column with its class; the first one stays visible while the table scrolls sideways. */
function styleColumn<Row>(column: ListColumn<Row>, index: number): StyledColumn<Row> {
  const className = joinClasses(
    column.align === 'right' && styles.alignRight,
    column.wraps && styles.wraps,
    index === 0 && styles.firstColumn,
  );
  return { column, className: className || undefined };
}

function HeaderCell(props: {
  title: string;
  className: string | undefined;
  order?: 'asc' | 'desc';
  onSort?: () => void;
  onWidth: (width: number) => void;
}) {
  const { order, onSort, onWidth } = props;
  const drag = useRef<{ x: number; width: number } | undefined>(undefined);
  const move = (event: PointerEvent) => {
    if (!drag.current) return;
    const width = drag.current.width + event.clientX - drag.current.x;
    onWidth(Math.max(columnWidth.minWidth, Math.round(width)));
  };
  return (
    <th
      scope="col"
      className={props.className}
      aria-sort={order === undefined ? undefined : order === 'asc' ? 'ascending' : 'descending'}
    >
      {onSort ? (
        <button type="button" className={styles.sort} onClick={onSort}>
          {props.title}
          <svg width="10" height="14" viewBox="0 0 10 14" aria-hidden="true" focusable="false">
            <path d="M5 1 9 5.5H1z" className={order === 'asc' ? styles.on : undefined} />
            <path d="M5 13 1 8.5h8z" className={order === 'desc' ? styles.on : undefined} />
          </svg>
        </button>
      ) : (
        props.title
      )}
      <span
        aria-hidden="true"
        className={styles.resizer}
        onPointerDown={(event) => {
          const cell = event.currentTarget.parentElement;
          drag.current = { x: event.clientX, width: cell?.offsetWidth ?? 0 };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={() => {
          drag.current = undefined;
        }}
      />
    </th>
  );
}
