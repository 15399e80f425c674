import type { CSSProperties, ReactNode, SyntheticEvent } from 'react';
import { joinClasses } from '../styles/join-classes.ts';
import { useMediaQuery } from '../styles/use-media-query.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import styles from './table.module.css';

/**
 * Heading of a column; on a phone before each of its cells, except in a column of `actions`. `width` is its
 * width in pixels if rows are one line; the columns without a width share the rest.
 */
export type TableColumn = string | { title: string; kind?: 'number' | 'actions'; width?: number };

/** Below this width rows are stacked, as in the style sheet. */
export const stackedQuery = '(width < 700px)';

/** The style sheet has a rule for each of these properties; a missing label shows nothing. */
const labelProperties = [
  '--column-1',
  '--column-2',
  '--column-3',
  '--column-4',
  '--column-5',
  '--column-6',
  '--column-7',
  '--column-8',
  '--column-9',
];

/** Minimum width in pixels of a column without a width. */
const minColumnPixels = 110;

/**
 * Shows a plain table with a name: its rows are the children, with a heading cell first. If it is wider than
 * its container it scrolls; on a phone each row is stacked under its heading, one line per column (decision
 * 0091).
 */
export function WideTable(props: {
  label: string;
  columns: readonly TableColumn[];
  /**
   * True limits the height to some rows, under a fixed header: in a dialog, or before other content of the
   * same screen.
   */
  limitsHeight?: boolean;
  /**
   * True if each row is one line; truncated text is shown in full on hover, and in the row that has the
   * keyboard focus.
   */
  oneLine?: boolean;
  isBusy?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { label, columns, limitsHeight, oneLine, isBusy, className, children } = props;
  const isStacked = useMediaQuery(stackedQuery);
  const isCut = oneLine === true && !isStacked;
  return (
    <ScrollRegion
      // A dialog that fills a phone scrolls itself, and may have nothing else to focus.
      isTabStop={limitsHeight === true && isStacked}
      label={label}
      className={joinClasses(styles.region, limitsHeight && styles.low, className)}
    >
      <table
        className={joinClasses(styles.table, oneLine && styles.oneLine)}
        style={{ ...labelsOf(columns), ...(isCut && { minWidth: pixels(minWidthOf(columns)) }) }}
        aria-busy={isBusy}
        onMouseOver={isCut ? showCutText : undefined}
        onFocus={isCut ? showCutText : undefined}
      >
        {isCut && (
          <colgroup>
            {columns.map((column) => (
              <col key={titleOf(column)} style={{ width: pixels(widthOf(column)) }} />
            ))}
          </colgroup>
        )}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={titleOf(column)} scope="col" className={headClassOf(column)}>
                {titleOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}

/** Gives a cell with truncated text its full text as hint. */
function showCutText({ target }: SyntheticEvent): void {
  const cell = target instanceof Element ? target.closest('td, tbody th') : null;
  if (!(cell instanceof HTMLElement) || cell.title !== '') return;
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
}

function titleOf(column: TableColumn): string {
  return typeof column === 'string' ? column : column.title;
}

function widthOf(column: TableColumn): number | undefined {
  return typeof column === 'string' ? undefined : column.width;
}

function minWidthOf(columns: readonly TableColumn[]): number {
  return columns.reduce((sum, column) => sum + (widthOf(column) ?? minColumnPixels), 0);
}

/** Returns a width scaled to the current font size. */
function pixels(width: number | undefined): string | undefined {
  return width === undefined ? undefined : `calc(${width}px * var(--type-scale))`;
}

function headClassOf(column: TableColumn): string | undefined {
  return typeof column === 'string' || column.kind === undefined ? undefined : styles[column.kind];
}

/** Returns the column labels that a phone shows before the cells, as CSS properties. */
function labelsOf(columns: readonly TableColumn[]): CSSProperties {
  const labels = columns.flatMap((column, index) => {
    const property = labelProperties[index];
    if (property === undefined)
      throw new RangeError(`a table can have at most ${labelProperties.length} columns`);
    const isNamed = typeof column === 'string' || column.kind !== 'actions';
    return isNamed ? [[property, JSON.stringify(titleOf(column))]] : [];
  });
  return Object.fromEntries(labels);
}
