import { addDays, type LocalDate } from './local-date.ts';

/** Whether a day counts towards the limit, and why in Chinese. */
export interface DayVerdict {
  counts: boolean;
  because: string;
}

/** Consecutive days that count, or do not, for one reason; both ends belong to it. */
export interface Segment extends DayVerdict {
  from: LocalDate;
  until: LocalDate;
  days: number;
}

/** Joins neighbouring days of one verdict. */
export function toSegments(days: readonly { date: LocalDate; verdict: DayVerdict }[]): Segment[] {
  const segments: Segment[] = [];
  for (const { date, verdict } of days) {
    const last = segments.at(-1);
    const joins =
      last !== undefined &&
      last.counts === verdict.counts &&
      last.because === verdict.because &&
      addDays(last.until, 1) === date;
    if (joins) {
      last.until = date;
      last.days += 1;
    } else {
      segments.push({ from: date, until: date, days: 1, ...verdict });
    }
  }
  return segments;
}

/** One line of the explanation: `2026-10-01 至 2026-10-07：国庆节放假，不计`. */
export function segmentText(segment: Segment, unit: string): string {
  const span = segment.days === 1 ? segment.from : `${segment.from} 至 ${segment.until}`;
  const plain = segment.because === unit;
  if (!segment.counts) return `${span}：${segment.because}，不计`;
  return `${span}：${plain ? '' : `${segment.because}，`}计 ${segment.days} 个${unit}`;
}
