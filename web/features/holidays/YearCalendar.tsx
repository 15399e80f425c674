import { type KeyboardEvent, useRef, useState } from 'react';
import type { HolidayYear } from '#contract/holidays.ts';
import { addDays, yearOf } from '#domain/calendar/local-date.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { type Holiday, isWeekend, screenReaderDay, weekdayNames, weeksOf } from './holiday-year.ts';
import styles from './year-calendar.module.css';

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const mondayFirst = [1, 2, 3, 4, 5, 6, 0] as const;

interface Props {
  year: HolidayYear;
  today: string;
  onDay: (day: string) => void;
}

/**
 * Shows twelve months; a single tab stop, with arrows moving between days. A year that may not be edited is
 * read-only.
 */
export function YearCalendar({ year, today, onDay }: Props) {
  const [current, setCurrent] = useState(yearOf(today) === year.year ? today : `${year.year}-01-01`);
  const body = useRef<HTMLDivElement>(null);
  const holidays = new Map(year.days.map((holiday) => [holiday.day, holiday]));

  const moveByKey = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = addDays(current, step);
    if (yearOf(next) !== year.year) return;
    setCurrent(next);
    body.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles arrow keys that bubble up from the days
    <div className={styles.year} ref={body} onKeyDown={moveByKey}>
      {Array.from({ length: 12 }, (_, index) => index + 1).map((month) => (
        <table key={month} className={styles.month}>
          <caption>{month}月</caption>
          <thead>
            <tr>
              {mondayFirst.map((weekday) => (
                <th key={weekday} scope="col">
                  {weekdayNames[weekday]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeksOf(year.year, month).map((week) => (
              <tr key={week.find((day) => day !== null)}>
                {week.map((day, index) =>
                  day === null ? (
                    // biome-ignore lint/suspicious/noArrayIndexKey: empty cells are identified only by their position
                    <td key={`empty-${index}`} />
                  ) : (
                    <td key={day}>
                      <Day
                        day={day}
                        holiday={holidays.get(day)}
                        isToday={day === today}
                        isCurrent={day === current}
                        onOpen={year.editable ? onDay : undefined}
                        onFocus={setCurrent}
                      />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}

function Day(props: {
  day: string;
  holiday: Holiday | undefined;
  isToday: boolean;
  isCurrent: boolean;
  onOpen: ((day: string) => void) | undefined;
  onFocus: (day: string) => void;
}) {
  const { day, holiday, onOpen } = props;
  const className = joinClasses(
    styles.day,
    holiday?.kind === 'holiday' && styles.off,
    holiday?.kind === 'workday' && styles.makeUpDay,
    !holiday && isWeekend(day) && styles.weekend,
    props.isToday && styles.today,
  );
  const content = (
    <>
      {Number(day.slice(8))}
      {holiday && <small>{holiday.kind === 'holiday' ? '休' : '班'}</small>}
    </>
  );
  const title = holiday?.name;
  if (onOpen === undefined)
    return (
      <span className={className} title={title}>
        {content}
      </span>
    );
  return (
    <button
      type="button"
      className={className}
      title={title}
      data-day={day}
      aria-current={props.isToday ? 'date' : undefined}
      tabIndex={props.isCurrent ? 0 : -1}
      onFocus={() => props.onFocus(day)}
      onClick={() => onOpen(day)}
    >
      <span aria-hidden="true">{content}</span>
      <span className="visually-hidden">{screenReaderDay(day, holiday)}</span>
    </button>
  );
}
