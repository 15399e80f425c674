import { BellOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { addDays, type LocalDate, weekdayOf } from '#domain/calendar/local-date.ts';
import { addMonths, mondayOf } from '#domain/schedule/calendar-view-days.ts';
import { DueLightDot } from '#web/toolkit/status/DueLight.tsx';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import styles from './day-grid.module.css';
import { type EdgePositions, keepsToolsInView } from './opening-scroll.ts';
import { clockText, type DayContent, dayText, deadlineHint } from './schedule-texts.ts';

const weekdayHeads = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];
const linesOfMonth = 3;
const linesOfWeek = 14;

/** Shows six weeks or one, Monday first, as a grid with arrow keys; Enter adds an entry for the day. */
export function DayGrid(props: {
  days: readonly LocalDate[];
  selected: LocalDate;
  today: LocalDate | undefined;
  daysOff: ReadonlySet<LocalDate>;
  contentOf: (day: LocalDate) => DayContent;
  onSelect: (day: LocalDate) => void;
  onCreate: (day: LocalDate) => void;
}) {
  const { days, selected, today, daysOff, contentOf, onSelect, onCreate } = props;
  const grid = useRef<HTMLDivElement>(null);
  const movedByKey = useRef(false);
  const wasOpened = useRef(false);
  useEffect(() => {
    const cell = grid.current?.querySelector<HTMLElement>(`[data-day="${selected}"]`);
    // Today is selected at first, and may be in the last week of the month.
    if (wasOpened.current || !cell || keepsToolsInView(edgePositionsOf(cell))) {
      cell?.scrollIntoView?.({ block: 'nearest' });
    }
    wasOpened.current = true;
    if (!movedByKey.current) return;
    movedByKey.current = false;
    cell?.focus();
  }, [selected]);

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onCreate(selected);
      return;
    }
    const next = dayForKey(event.key, selected);
    if (next === undefined) return;
    event.preventDefault();
    movedByKey.current = true;
    onSelect(next);
  };
  const isMonth = days.length > 7;
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a calendar is a grid of days, not a table of data.
    <div
      role="grid"
      ref={grid}
      aria-label="日历"
      className={joinClasses(styles.grid, !isMonth && styles.week)}
      onKeyDown={handleKey}
      tabIndex={-1}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus */}
      <div role="row" className={styles.weekdays}>
        {weekdayHeads.map((head) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          <span role="columnheader" key={head}>
            {head}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div role="row" key={week[0]} className={styles.row}>
          {week.map((day) => (
            <DayCell
              key={day}
              day={day}
              content={contentOf(day)}
              lines={isMonth ? linesOfMonth : linesOfWeek}
              isSelected={day === selected}
              isToday={day === today}
              isOff={daysOff.has(day)}
              isOutside={isMonth && day.slice(0, 7) !== days[14]?.slice(0, 7)}
              onSelect={() => onSelect(day)}
              onCreate={() => onCreate(day)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Returns the element in which another one scrolls; undefined if it is the window. */
function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(outer).overflowY)) return outer;
  }
  return undefined;
}

/** Returns the edges of a day, of the calendar with its tools, and of the visible part of the screen. */
function edgePositionsOf(cell: HTMLElement): EdgePositions {
  const screen = scrollerOf(cell)?.getBoundingClientRect();
  const calendar = cell.closest('[role="grid"]')?.parentElement?.getBoundingClientRect();
  return {
    dayBottom: cell.getBoundingClientRect().bottom,
    calendarTop: calendar?.top ?? 0,
    screenTop: screen?.top ?? 0,
    screenBottom: Math.min(screen?.bottom ?? innerHeight, innerHeight),
  };
}

/** Returns the day to which a key moves the focus, as in the usual date grid; undefined for other keys. */
function dayForKey(key: string, day: LocalDate): LocalDate | undefined {
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return mondayOf(day);
    case 'End':
      return addDays(mondayOf(day), 6);
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return undefined;
  }
}

/** Shows the first day with its month; its last character has no space in a narrow window. */
function FirstDay({ month }: { month: number | undefined }) {
  return (
    <>
      {month}月1<span>日</span>
    </>
  );
}

function DayCell(props: {
  day: LocalDate;
  content: DayContent;
  lines: number;
  isSelected: boolean;
  isToday: boolean;
  isOff: boolean;
  isOutside: boolean;
  onSelect: () => void;
  onCreate: () => void;
}) {
  const { day, content, lines, isSelected, isToday, isOff, isOutside } = props;
  const { entries, deadlines } = content;
  const count = entries.length + deadlines.length;
  // The last line counts the rest, if not everything fits.
  const maxVisible = count > lines ? lines - 1 : lines;
  const visibleEntries = entries.slice(0, maxVisible);
  const visibleDeadlines = deadlines.slice(0, maxVisible - visibleEntries.length);
  const label = [
    dayText(day),
    isToday && '今天',
    isOff && '休息日',
    entries.length > 0 && `${entries.length} 项日程`,
    deadlines.length > 0 && `${deadlines.length} 项到期`,
  ].filter(Boolean);
  const [, month, date] = day.split('-').map(Number);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a cell of the grid
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    <div
      role="gridcell"
      data-day={day}
      tabIndex={isSelected ? 0 : -1}
      aria-selected={isSelected}
      className={joinClasses(
        styles.cell,
        isSelected && styles.selected,
        isOff && styles.dayOff,
        isOutside && styles.otherMonth,
      )}
      onClick={props.onSelect}
      onDoubleClick={props.onCreate}
    >
      {/* Accessible name of the cell, because its drawn texts are shortened or too many. */}
      <span className="visually-hidden">{label.join('，')}</span>
      <span className={styles.date} aria-hidden="true">
        <b className={isToday ? styles.today : undefined}>{date === 1 ? <FirstDay month={month} /> : date}</b>
        {isToday && <small>今天</small>}
        {isOff && weekdayOf(day) % 6 !== 0 && <small>假</small>}
        {isOff && weekdayOf(day) % 6 === 0 && <small>休</small>}
      </span>
      <span className={styles.cellEntries} aria-hidden="true">
        {visibleEntries.map((entry) => (
          <span key={entry.id} className={styles.entry} title={entry.scheduleName}>
            {clockText(entry.startDate)} {entry.scheduleName}
            {entry.isRemind && <BellOutlined />}
          </span>
        ))}
        {visibleDeadlines.map((deadline) => (
          <span
            key={`${deadline.kind}${deadline.workorderTraceId}`}
            className={styles.deadline}
            data-light={deadline.light}
            title={deadlineHint(deadline)}
          >
            <DueLightDot light={deadline.light} />
            <span>{deadline.title}</span>
          </span>
        ))}
        {count > lines && <span className={styles.more}>还有 {count - maxVisible} 项</span>}
      </span>
      {count > 0 && (
        <span className={styles.entryCount} aria-hidden="true">
          {count}
        </span>
      )}
    </div>
  );
}
