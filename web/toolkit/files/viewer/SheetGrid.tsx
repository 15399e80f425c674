import { useEffect, useMemo, useRef, useState } from 'react';
import type { SheetPreview } from '#contract/file-previews.ts';
import styles from './parsed-file-view.module.css';
import { columnName, gutterWidth, placeSheet, rowHeight, type SheetPlaces } from './sheet-places.ts';

const lettersHeight = 24;
/** Extra rows above and below the visible ones, so that scrolling shows no gaps. */
const extraRows = 12;
/** Minimum height in pixels for which rows are drawn: a window may have no height yet. */
const minWindowHeight = 600;

interface Place {
  row: number;
  column: number;
}

/** Shows the rows of a sheet; only the visible ones are drawn, so that thousands scroll smoothly. */
export function SheetGrid(props: {
  sheet: SheetPreview;
  name: string;
  found: readonly Place[];
  /** The current match. */
  now: Place | undefined;
}) {
  const { sheet, name, found, now } = props;
  const places = useMemo(() => placeSheet(sheet), [sheet]);
  const box = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const headHeight = lettersHeight + places.frozen * rowHeight;
  useEffect(() => {
    if (now && box.current) bringIntoView(box.current, places, now);
  }, [now, places]);

  const first = Math.max(places.frozen, Math.floor(top / rowHeight) + places.frozen - extraRows);
  const visibleRowCount = Math.ceil(Math.max(minWindowHeight, box.current?.clientHeight ?? 0) / rowHeight);
  const marks = new Map(found.map(({ row, column }) => [`${row},${column}`, 'also']));
  if (now) marks.set(`${now.row},${now.column}`, 'now');
  const row = (number: number) => <Row key={number} number={number} places={places} marks={marks} />;
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
        aria-colcount={places.lefts.length - 1}
        style={{ width: places.width, height: places.height + lettersHeight }}
      >
        <thead style={{ height: headHeight }}>
          <tr className={styles.sheetLetters} aria-hidden>
            <td className={styles.sheetNumber} />
            {places.lefts.slice(0, -1).map((left, column) => (
              <td
                key={left}
                className={styles.sheetLetter}
                style={{ left, width: (places.lefts[column + 1] ?? left) - left }}
              >
                {columnName(column)}
              </td>
            ))}
          </tr>
          {Array.from({ length: places.frozen }, (_, number) => row(number))}
        </thead>
        <tbody>
          {places
            .rowsBetween(first, first + visibleRowCount + 2 * extraRows)
            .filter((number) => number >= places.frozen)
            .map(row)}
        </tbody>
      </table>
    </section>
  );
}

function Row(props: { number: number; places: SheetPlaces; marks: ReadonlyMap<string, string> }) {
  const { number, places, marks } = props;
  const isHead = number < places.frozen;
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
      {places.cellsOf(number).map(({ column, text, left, width, height, isNumber, isJoined }) => (
        <Cell
          key={column}
          {...(isHead && { scope: 'col' })}
          className={styles.sheetCell}
          aria-colindex={column + 1}
          data-number={isNumber || undefined}
          data-joined={isJoined || undefined}
          data-found={marks.get(`${number},${column}`)}
          title={text.length > 6 ? text : undefined}
          style={{ left, width, height }}
        >
          {text}
        </Cell>
      ))}
    </tr>
  );
}

/** Scrolls as little as possible, and never below the frozen rows and the fixed column. */
function bringIntoView(box: HTMLElement, places: SheetPlaces, { row, column }: Place): void {
  const left = places.lefts[column] ?? 0;
  const right = places.lefts[column + 1] ?? left;
  if (left - gutterWidth < box.scrollLeft) box.scrollLeft = left - gutterWidth;
  else if (right > box.scrollLeft + box.clientWidth) box.scrollLeft = right - box.clientWidth;
  if (row < places.frozen) return;
  const above = (row - places.frozen) * rowHeight;
  const space = box.clientHeight - lettersHeight - (places.frozen + 1) * rowHeight;
  if (above < box.scrollTop || above > box.scrollTop + space) box.scrollTop = Math.max(0, above - space / 2);
}
