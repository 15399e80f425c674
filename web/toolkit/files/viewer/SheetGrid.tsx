import { useEffect, useMemo, useRef, useState } from 'react';
import type { SheetPreview } from '#contract/file-previews.ts';
import styles from './parsed-file-view.module.css';
import { columnName, gutterWidth, layOutSheet, rowHeight, type SheetLayout } from './sheet-layout.ts';

const lettersHeight = 24;
/** Extra rows above and below the visible ones, so that scrolling shows no gaps. */
const extraRows = 12;
/** Minimum height in pixels for which rows are drawn: a window may have no height yet. */
const minWindowHeight = 600;

interface CellPosition {
  row: number;
  column: number;
}

/** Shows the rows of a sheet; only the visible ones are drawn, so that thousands scroll smoothly. */
export function SheetGrid(props: {
  sheet: SheetPreview;
  name: string;
  matches: readonly CellPosition[];
  /** The current match. */
  currentMatch: CellPosition | undefined;
}) {
  const { sheet, name, matches, currentMatch } = props;
  const layout = useMemo(() => layOutSheet(sheet), [sheet]);
  const box = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const headHeight = lettersHeight + layout.frozenRowCount * rowHeight;
  useEffect(() => {
    if (currentMatch && box.current) bringIntoView(box.current, layout, currentMatch);
  }, [currentMatch, layout]);

  const first = Math.max(
    layout.frozenRowCount,
    Math.floor(top / rowHeight) + layout.frozenRowCount - extraRows,
  );
  const visibleRowCount = Math.ceil(Math.max(minWindowHeight, box.current?.clientHeight ?? 0) / rowHeight);
  const marks = new Map(matches.map(({ row, column }) => [`${row},${column}`, 'other']));
  if (currentMatch) marks.set(`${currentMatch.row},${currentMatch.column}`, 'current');
  const row = (number: number) => <Row key={number} number={number} layout={layout} marks={marks} />;
  return (
    <section
      ref={box}
      className={styles.sheet}
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be focusable by keyboard
      tabIndex={0}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <table
        aria-label={name}
        aria-rowcount={sheet.rows.length}
        aria-colcount={layout.leftEdges.length - 1}
        style={{ width: layout.width, height: layout.height + lettersHeight }}
      >
        <thead style={{ height: headHeight }}>
          <tr className={styles.sheetLetters} aria-hidden>
            <td className={styles.sheetNumber} />
            {layout.leftEdges.slice(0, -1).map((left, column) => (
              <td
                key={left}
                className={styles.sheetLetter}
                style={{ left, width: (layout.leftEdges[column + 1] ?? left) - left }}
              >
                {columnName(column)}
              </td>
            ))}
          </tr>
          {Array.from({ length: layout.frozenRowCount }, (_, number) => row(number))}
        </thead>
        <tbody>
          {layout
            .rowsBetween(first, first + visibleRowCount + 2 * extraRows)
            .filter((number) => number >= layout.frozenRowCount)
            .map(row)}
        </tbody>
      </table>
    </section>
  );
}

function Row(props: { number: number; layout: SheetLayout; marks: ReadonlyMap<string, string> }) {
  const { number, layout, marks } = props;
  const isHead = number < layout.frozenRowCount;
  const Cell = isHead ? 'th' : 'td';
  return (
    <tr
      className={styles.sheetRow}
      aria-rowindex={number + 1}
      style={{ top: lettersHeight + number * rowHeight }}
    >
      <td className={styles.sheetNumber} aria-hidden>
        {number + 1}
      </td>
      {layout.cellsOf(number).map(({ column, text, left, width, height, isNumber, isMerged }) => (
        <Cell
          key={column}
          {...(isHead && { scope: 'col' })}
          className={styles.sheetCell}
          aria-colindex={column + 1}
          data-number={isNumber || undefined}
          data-merged={isMerged || undefined}
          data-match={marks.get(`${number},${column}`)}
          title={text.length > 6 ? text : undefined}
          style={{ left, width, height }}
        >
          {text}
        </Cell>
      ))}
    </tr>
  );
}

/** Scrolls a hidden cell into view: its row to the middle, its column as little as possible, past the frozen ones. */
function bringIntoView(box: HTMLElement, layout: SheetLayout, { row, column }: CellPosition): void {
  const left = layout.leftEdges[column] ?? 0;
  const right = layout.leftEdges[column + 1] ?? left;
  if (left - gutterWidth < box.scrollLeft) box.scrollLeft = left - gutterWidth;
  else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
  if (row < layout.frozenRowCount) return;
  const above = (row - layout.frozenRowCount) * rowHeight;
  const space = box.clientHeight - lettersHeight - (layout.frozenRowCount + 1) * rowHeight;
  if (above < box.scrollTop || above > box.scrollTop + space) box.scrollTop = Math.max(0, above - space / 2);
}
