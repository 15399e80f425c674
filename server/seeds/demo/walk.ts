import type { HolidayTable } from '#domain/calendar/holiday-table.ts';
import type { OfficeAct, OfficeStep } from './office-actions.ts';
import { addOfficeMinutes, officeDayMinutes } from './office-hours.ts';
import type { Random } from './random.ts';

/** Records the steps of one order; between them, time advances in office hours. */
export interface Walk {
  readonly random: Random;
  readonly steps: readonly OfficeStep[];
  /** Time of the next step. */
  now(): Date;
  /** Advances time by a number of office days between these two. */
  wait(fromDays: number, toDays: number): void;
  do(person: string, act: OfficeAct): void;
}

/** A rare event happens in one of this many orders, by number: so every demo has it, with any random seed. */
export const rareEventInterval = 50;

export function createWalk(random: Random, startsAt: Date, holidays: HolidayTable): Walk {
  const steps: OfficeStep[] = [];
  // Not all applicants arrive when the office opens.
  let now = addOfficeMinutes(startsAt, random.int(0, 170), holidays);
  function pass(minutes: number) {
    // Odd seconds, and never the same time twice in one order.
    now = new Date(addOfficeMinutes(now, minutes, holidays).getTime() + random.int(1, 40) * 1000);
  }
  return {
    random,
    steps,
    now: () => now,
    wait(fromDays, toDays) {
      pass(Math.round((fromDays + random.next() * (toDays - fromDays)) * officeDayMinutes));
    },
    do(person, act) {
      steps.push({ ...act, person, at: now });
      pass(1);
    },
  };
}
