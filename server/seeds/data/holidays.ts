import { readFileSync } from 'node:fs';
import type { HolidayDay } from '#domain/calendar/holiday-table.ts';
import type { LocalDate } from '#domain/calendar/local-date.ts';

/** A festival day off, or a make-up working day on a weekend (调休), with the festival's name. */
export interface HolidayRow extends HolidayDay {
  date: LocalDate;
}

interface HolidayFile {
  source: string;
  coveredYears: number[];
  days: [date: LocalDate, kind: HolidayDay['kind'], name: string][];
}

/** Yields all published days from 2004 on, in order of time. */
export function* readHolidays(): Generator<HolidayRow> {
  for (const [date, kind, name] of readFile().days) yield { date, kind, name };
}

/** Returns the years whose official notice the seed contains. */
export function readCoveredYears(): number[] {
  return readFile().coveredYears;
}

function readFile(): HolidayFile {
  return JSON.parse(readFileSync(new URL('./holidays.json', import.meta.url), 'utf8')) as HolidayFile;
}
