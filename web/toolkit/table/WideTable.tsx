import type { CSSProperties, ReactNode } from 'react';
import { joinClasses } from '../page/join-classes.ts';
import { useMediaQuery } from '../page/use-media-query.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import styles from './table.module.css';

/** What stands over a column; on a phone before each of its cells, but for one that holds deeds. */
export type TableColumn = string | { title: string; kind: 'number' | 'deeds' };

/** Under it rows are stacked, as the sheet has it. */
export const stackedQuery = '(width < 700px)';

/** The sheet has a rule for each, and no word where none is given. */
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

/**
 * A plain table with a name: its rows are the children, a heading cell first. Where it is wider than its place it is moved
 * by itself; on a phone each row is stacked under its heading, a line for each column (decision 0187).
 */
export function WideTable(props: {
  label: string;
  columns: readonly TableColumn[];
  /** No taller than some rows, under a head that stays: in a dialog, or before something else of the same screen. */
  low?: boolean;
  isBusy?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  const { label, columns, low, isBusy, className, children } = props;
  const isStacked = useMediaQuery(stackedQuery);
  return (
    <ScrollRegion
      // A dialog that fills a phone scrolls itself, and may have nothing else to stop at.
      isStop={low === true && isStacked}
      label={label}
      className={joinClasses(styles.region, low && styles.low, className)}
    >
      <table className={styles.table} style={labelsOf(columns)} aria-busy={isBusy}>
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

function titleOf(column: TableColumn): string {
  return typeof column === 'string' ? column : column.title;
}

function headClassOf(column: TableColumn): string | undefined {
  return typeof column === 'string' ? undefined : styles[column.kind];
}

/** The words that a phone writes before the cells, as properties that the sheet reads. */
function labelsOf(columns: readonly TableColumn[]): CSSProperties {
  const labels = columns.flatMap((column, at) => {
    const property = labelProperties[at];
    if (property === undefined) throw new RangeError(`at most ${labelProperties.length} columns`);
    const isNamed = typeof column === 'string' || column.kind !== 'deeds';
    return isNamed ? [[property, JSON.stringify(titleOf(column))]] : [];
  });
  return Object.fromEntries(labels);
}
