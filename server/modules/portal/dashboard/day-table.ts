import type { Totals } from '#contract/dashboard.ts';
import { addDays, type LocalDate } from '#domain/calendar/local-date.ts';
import { type DaySpan, daysOf } from '#domain/figures/compared-spans.ts';
import type { DayRow, DueRow } from './figures.queries.ts';

const zeroSums: Omit<DayRow, 'day'> = {
  intake: 0,
  concluded: 0,
  on_time: 0,
  late: 0,
  worked_days: 0,
  fell_late: 0,
};

/**
 * Table of the days that were read, up to today. Orders that were open or overdue on an earlier day are
 * computed backwards from the orders that are open now: an order that was open on that day is still open or has
 * been concluded since.
 */
export class DayTable {
  readonly #days: ReadonlyMap<LocalDate, Omit<DayRow, 'day'>>;
  readonly #open: readonly DueRow[];
  readonly #today: LocalDate;

  constructor(days: readonly DayRow[], open: readonly DueRow[], today: LocalDate) {
    this.#days = new Map(days.map((row) => [row.day, row]));
    this.#open = open;
    this.#today = today;
  }

  day(day: LocalDate): Omit<DayRow, 'day'> {
    return this.#days.get(day) ?? zeroSums;
  }

  totals(span: DaySpan): Totals {
    const sum = this.#sum(span);
    return {
      intake: sum.intake,
      concluded: sum.concluded,
      onTime: sum.on_time,
      late: sum.late,
      workedDays: sum.worked_days,
      open: this.openOn(span.to),
      overdue: this.overdueOn(span.to),
    };
  }

  /** Returns the number of orders open at the end of a day. */
  openOn(day: LocalDate): number {
    const open = this.#open.reduce((all, { orders }) => all + orders, 0);
    const since = this.#sum({ from: addDays(day, 1), to: this.#today });
    return open - since.intake + since.concluded;
  }

  /** Returns the number of orders due before the day and not concluded by its end. */
  overdueOn(day: LocalDate): number {
    const stillOverdue = this.#open
      .filter(({ due_on }) => due_on !== null && due_on < day)
      .reduce((all, { orders }) => all + orders, 0);
    // Orders concluded late since then that were not yet overdue on the day.
    const lateSince = this.#sum({ from: addDays(day, 1), to: this.#today }).late;
    const dueSince = this.#sum({ from: day, to: this.#today }).fell_late;
    return stillOverdue + lateSince - dueSince;
  }

  #sum(span: DaySpan): Omit<DayRow, 'day'> {
    const sum = { ...zeroSums };
    for (const day of daysOf(span)) {
      const row = this.#days.get(day);
      if (row === undefined) continue;
      sum.intake += row.intake;
      sum.concluded += row.concluded;
      sum.on_time += row.on_time;
      sum.late += row.late;
      sum.worked_days += row.worked_days;
      sum.fell_late += row.fell_late;
    }
    return sum;
  }
}
