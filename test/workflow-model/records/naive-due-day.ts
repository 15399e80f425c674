/** A limit with everything that moves its end; times are ISO texts. */
export interface NaiveLimit {
  startedAt: string;
  days: number;
  /** True if only working days count. */
  isWorkingDays: boolean;
  pauses: readonly { from: string; until: string | null }[];
}

/** Days (`YYYY-MM-DD`) that are no ordinary working day or weekend. */
export interface NaiveCalendar {
  off: ReadonlySet<string>;
  madeUp: ReadonlySet<string>;
}

const dayMs = 86_400_000;
/** China has no other time than UTC+8. */
const chinaMs = 8 * 3_600_000;

const dayOf = (time: number) => new Date(time + chinaMs).toISOString().slice(0, 10);
const startOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`) - chinaMs;

function isWorking(day: string, { off, madeUp }: NaiveCalendar): boolean {
  if (madeUp.has(day)) return true;
  if (off.has(day)) return false;
  return ![0, 6].includes(new Date(`${day}T00:00:00.000Z`).getUTCDay());
}

/**
 * Counts a limit day by day, independently of the calendar of the domain: a day after the first counts if the clock
 * runs at its beginning and at its end. Returns the last day; null if a pause has no end before the limit is used up.
 */
export function naiveDueDay(limit: NaiveLimit, calendar: NaiveCalendar): string | null {
  const paused = (from: number, until: number) =>
    limit.pauses.some((pause) => {
      const begin = Date.parse(pause.from);
      const end = pause.until === null ? Number.POSITIVE_INFINITY : Date.parse(pause.until);
      // At the beginning of the day, or at its end.
      return (begin <= from && from < end) || (begin < until && until <= end);
    });
  const lastPause = limit.pauses.some(({ until }) => until === null);
  let time = startOf(dayOf(Date.parse(limit.startedAt)));
  let left = limit.days;
  for (let passed = 0; left > 0; passed += 1) {
    // No limit of the walk is that long: the rest is one pause without an end.
    if (passed > 5_000) return lastPause ? null : 'never';
    time += dayMs;
    const counts = !limit.isWorkingDays || isWorking(dayOf(time), calendar);
    if (counts && !paused(time, time + dayMs)) left -= 1;
  }
  if (!limit.isWorkingDays) while (!isWorking(dayOf(time), calendar)) time += dayMs;
  return dayOf(time);
}
