import { useEffect, useRef } from 'react';
import type { ExplainedLimit } from '#contract/order-limits.ts';
import { weekdayOf } from '#domain/calendar/local-date.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import { ScrollRegion } from '#web/toolkit/table/ScrollRegion.tsx';
import { barsOf, type LedgerBar, type LedgerColumn, ledgerColumns } from './ledger-columns.ts';
import styles from './limit.module.css';

const weekdayNames = '日一二三四五六';

/**
 * Draws the days of a limit: filled days have counted, pale ones are still to come, hatched ones are a pause, grey
 * ones are days off. The table beside it says the same in words.
 */
export function LimitLedger({ limit }: { limit: ExplainedLimit }) {
  const columns = ledgerColumns(limit);
  const isLate = limit.dueOn !== null && limit.asOf > limit.dueOn;
  const shownDay = isLate ? limit.dueOn : limit.asOf;
  const shown = useRef<HTMLTableCellElement>(null);
  useEffect(() => shown.current?.scrollIntoView?.({ block: 'nearest', inline: 'center' }), []);
  return (
    <ScrollRegion className={styles.ledger} label="时限图示">
      <table aria-label="时限图示">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.from} scope="col" className={headClass(column)}>
                <DayText column={column} isToday={contains(column, limit.asOf)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={styles.bars}>
            {barsOf(columns).map((bar, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: bars are in the order of time and never move.
              <td key={index} colSpan={bar.columns}>
                <span className={barClass(bar)}>{barText(bar)}</span>
              </td>
            ))}
          </tr>
          <tr className={styles.marks}>
            {columns.map((column) => {
              const isToday = contains(column, limit.asOf);
              return (
                <td
                  key={column.from}
                  ref={shownDay !== null && contains(column, shownDay) ? shown : undefined}
                >
                  {isToday && <span className={styles.today}>▲ 今天</span>}
                  {limit.dueOn !== null && contains(column, limit.dueOn) && (
                    <span className={styles.due}>到期</span>
                  )}
                </td>
              );
            })}
          </tr>
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function contains({ from, until }: LedgerColumn, day: string): boolean {
  return from <= day && day <= until;
}

function DayText({ column: { from, until }, isToday }: { column: LedgerColumn; isToday: boolean }) {
  if (from !== until)
    return (
      <>
        <small>整周</small>
        {from.slice(5)}
      </>
    );
  return (
    <>
      <small>{weekdayNames[weekdayOf(from)]}</small>
      {isToday ? <b>{from.slice(5)}</b> : from.slice(5)}
    </>
  );
}

function headClass({ kind }: LedgerColumn): string | undefined {
  return kind === 'dayOff' || kind === 'rolled' ? styles.off : undefined;
}

function barClass({ kind, isPast }: LedgerBar): string {
  const tone = kind === 'counted' ? (isPast ? styles.counted : styles.ahead) : styles[kind];
  return joinClasses(styles.bar, tone);
}

function barText({ kind, reason, isPast, counted, days }: LedgerBar): string {
  switch (kind) {
    case 'counted':
      return `${isPast ? '计' : '还有'} ${counted} 天`;
    case 'paused':
      return `${reason} ${days} 天`;
    case 'rolled':
      return '顺延';
    default:
      return reason;
  }
}
