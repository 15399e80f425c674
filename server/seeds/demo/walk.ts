import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { OfficeActionEntry, OfficeStep } from './office-actions.ts';
import { addOfficeMinutes, officeDayMinutes } from './office-hours.ts';
import type { Random } from './random.ts';

/** Records the steps of one order; between them, time advances in office hours. */
export interface Walk {
  readonly random: Random;
  readonly steps: readonly OfficeStep[];
  /** Time of the next step. */
  now(): Date;
  /** Advances time by a random number of office days between the two values. */
  wait(fromDays: number, toDays: number): void;
  do(person: string, act: OfficeActionEntry): void;
}

/** A rare event happens to every order with a certain remainder of this number, so that every demo has one. */
export const rareEventInterval = 50;

export function createWalk(random: Random, startsAt: Date, holidays: HolidayTable): Walk {
  const steps: OfficeStep[] = [];
  // Not all applicants arrive when the office opens.
  let now = addOfficeMinutes(startsAt, random.int(0, 170), holidays);
  function advance(minutes: number) {
    // Random seconds; no two steps of an order have the same time.
    now = new Date(addOfficeMinutes(now, minutes, holidays).getTime() + random.int(1, 40) * 1000);
  }
  return {
    random,
    steps,
    now: () => now,
    wait(fromDays, toDays) {
      advance(Math.round((fromDays + random.next() * (toDays - fromDays)) * officeDayMinutes));
    },
    do(person, act) {
      steps.push({ ...act, person, at: now });
      advance(1);
    },
  };
}
