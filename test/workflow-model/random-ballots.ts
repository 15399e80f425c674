/**
 * Orders that begin with a countersign by departments and some of their people, who leave and come back:
 * purely random walks seldom get there.
 */

import { straightNet } from './hard-nets.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';
import { departments, officeOf } from './random-people.ts';
import type { Line, RuleRequest } from './step.ts';

const plan: Plan = straightNet('countersign by departments', 'a', 'b');
const staff = [...officeOf(plan).values()];
const rules: readonly RuleRequest[] = ['all', 'all', 'majority', 'veto', 60, 34];

/** Returns the net of a ballot, with the first lines of its order. */
export function drawBallot(random: Random): { plan: Plan; opening: readonly Line[] } {
  const seats = Array.from({ length: 2 + random.below(4) }, () => drawKey(random));
  const opening: Line[] = [
    {
      do: 'countersign',
      slot: { at: 'a' },
      by: 'one-a',
      seats: [...new Set(seats)].map((key) => ({ group: random.below(2), keys: [key] })),
      isInOrder: random.chance(0.5),
      rule: random.pick(rules) ?? 'all',
      goes: random.chance(0.3) ? 'on' : 'back',
      isLimited: random.chance(0.2),
    },
  ];
  // People who are asked only through their department: without them, its seat is left to people with own
  // seats.
  const membersAskedOnlyByDepartment = staff.filter(
    (one) => !seats.includes(`staff:${one.staffId}`) && isOneOf(one, seats),
  );
  const absentIds = random.chance(0.7)
    ? random.some(membersAskedOnlyByDepartment.map(({ staffId }) => staffId))
    : [];
  return { plan, opening: [...opening, ...absentIds.map((who) => ({ do: 'leave' as const, who }))] };
}

/** Chooses a department, or one of its people. */
function drawKey(random: Random): string {
  const department = random.pick(departments) ?? '';
  if (random.chance(0.5)) return department;
  const members = staff.filter(({ keys }) => keys.includes(department));
  return `staff:${random.pick(members)?.staffId ?? 'stranger'}`;
}

const isOneOf = ({ keys }: { keys: readonly string[] }, seatKeys: readonly string[]) =>
  keys.some((key) => departments.includes(key) && seatKeys.includes(key));
